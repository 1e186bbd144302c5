import type { Logger } from 'pino'
import type { ResponseObserver, ResponseRecord } from '../http/response-record.ts'
import type { Metrics } from './metrics.ts'

interface Destinations {
  readonly logger?: Logger | undefined
  readonly metrics?: Metrics | undefined
}

/** Creates an observer that counts and logs responses, as far as that is wanted. Its failures affect no response. */
export function observeResponses({ logger, metrics }: Destinations): ResponseObserver {
  const log = logger?.isLevelEnabled('info') ? logger : undefined
  let hasFailed = false

  /** Only the first failure is reported, if it can be. */
  function safely(work: (record: ResponseRecord) => void, record: ResponseRecord): void {
    try {
      work(record)
    } catch (err) {
      if (hasFailed) return
      hasFailed = true
      safely(() => logger?.error({ err }, 'a response could not be logged or counted'), record)
    }
  }

  return (record) => {
    if (metrics) safely(metrics.observe, record)
    if (log) safely((one) => logAccess(log, one), record)
  }
}

/**
 * Logs one line per response, except for requests of health routes, which arrive every few seconds. A line never contains the path or
 * the query: a client may have put its key there.
 */
function logAccess(log: Logger, record: ResponseRecord): void {
  const { requestId, method, route, status, durationMs, keyId, isAborted, isHealthRoute } = record
  if (isHealthRoute) return
  const rounded = Math.round(durationMs * 1000) / 1000
  const line = { requestId, method, route, status, durationMs: rounded, keyId }
  log.info(isAborted ? { ...line, aborted: true } : line, 'request')
}
