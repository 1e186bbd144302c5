import type { Logger } from 'pino'
import type { AccessObserver } from '../http/access-record.ts'

/** Logs one line per response, except for health probes, which arrive every few seconds. */
export function logAccess(log: Pick<Logger, 'info'>): AccessObserver {
  return ({ requestId, method, route, status, durationMs, keyId, isAborted, isProbe }) => {
    if (isProbe) return
    const line = { requestId, method, route, status, durationMs: Math.round(durationMs * 1000) / 1000, keyId }
    log.info(isAborted ? { ...line, aborted: true } : line, 'request')
  }
}
