import type { Logger } from 'pino'
import type { AccessObserver } from '../http/access-record.ts'
import { toLoggedUrl } from './logged-url.ts'

/**
 * Logs one line per response, except for health probes, which arrive every few seconds.
 * @param hasUrls whether the lines contain paths and known parameters
 */
export function logAccess(log: Pick<Logger, 'info'>, hasUrls = false): AccessObserver {
  return ({ requestId, method, url, route, status, durationMs, keyId, isAborted, isProbe }) => {
    if (isProbe) return
    const rounded = Math.round(durationMs * 1000) / 1000
    const line = { requestId, method, route, status, durationMs: rounded, keyId }
    const withUrl = hasUrls ? { ...line, url: toLoggedUrl(url, route) } : line
    log.info(isAborted ? { ...withUrl, aborted: true } : withUrl, 'request')
  }
}
