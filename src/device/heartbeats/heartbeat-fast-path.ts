import type { IncomingHttpHeaders, OutgoingHttpHeader } from 'node:http'
import type { FastPathRules } from '../../fast-path/fast-path.ts'
import { clientCacheKey, createIdReader } from '../device-fast-path.ts'
import { canonicalDeviceId } from '../schema.ts'
import type { ReportHeartbeat } from './record.ts'

/** The reusable part of a response. */
export type RememberedHeartbeatResponse = Readonly<Record<'headers', readonly OutgoingHttpHeader[]>>

/**
 * Screens report heartbeats with the same key all the time. Until keys change, the key need not be looked up again. Whether
 * its user may update the device is looked up with each heartbeat.
 */
export function heartbeatFastPathRules(
  reportHeartbeat: ReportHeartbeat,
  basePath: string,
): FastPathRules<RememberedHeartbeatResponse> {
  const deviceIdIn = createIdReader(basePath, '/heartbeats')
  return {
    requestCacheKey(request) {
      const isRepeatable = !hasBody(request.headers) && request.headers.expect === undefined
      return isRepeatable && deviceIdIn(request) !== undefined ? clientCacheKey(request) : undefined
    },
    async repeat({ headers }, key, request) {
      const id = deviceIdIn(request)
      if (id === undefined || !(await reportHeartbeat(key.id, canonicalDeviceId(id)))) return undefined
      return { status: 204, headers, body: undefined }
    },
  }
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
