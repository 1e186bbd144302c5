import type { Logger } from 'pino'
import type { AccessObserver } from '../http/access-record.ts'

/**
 * Logs one line per response, except for health probes, which arrive every few seconds. A line never contains the path or
 * the query: a client may have put its key there.
 */
export function logAccess(log: Pick<Logger, 'info'>): AccessObserver {
  return ({ requestId, method, route, status, durationMs, keyId, isAborted, isProbe }) => {
    if (isProbe) return
    const rounded = Math.round(durationMs * 1000) / 1000
    const line = { requestId, method, route, status, durationMs: rounded, keyId }
    log.info(isAborted ? { ...line, aborted: true } : line, 'request')
  }
}
