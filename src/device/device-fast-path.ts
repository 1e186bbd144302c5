import type { IncomingMessage, OutgoingHttpHeader } from 'node:http'
import type { FastPathRules } from '../fast-path/fast-path.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Database } from '../storage/database.ts'
import { findDeviceOfUser, toDevice } from './repository.ts'
import { canonicalDeviceId, type Device } from './schema.ts'

/** The reusable parts of a response. The headers are the same for all devices of a client. */
export interface RememberedDeviceResponse {
  readonly headers: readonly OutgoingHttpHeader[]
  readonly serialize: (device: Device) => string
}

/**
 * Dashboards request one device after another with the same key. Until keys, grants or menus change, the key
 * need not be looked up again. The device is read for each request.
 */
export function deviceFastPathRules(
  database: Database,
  clock: Clock,
  basePath: string,
): FastPathRules<RememberedDeviceResponse> {
  const deviceIdIn = createIdReader(basePath)
  return {
    requestCacheKey: (request) => (deviceIdIn(request) === undefined ? undefined : clientCacheKey(request)),
    async repeat({ headers, serialize }, { userId }, request) {
      const id = deviceIdIn(request)
      const row =
        id === undefined ? undefined : await findDeviceOfUser(database, userId, canonicalDeviceId(id))
      if (row === undefined) return undefined
      return { status: 200, headers, body: serialize(toDevice(row, clock())) }
    },
  }
}

/** Creates a function that returns the device id in a URL; undefined if the URL has another form, or must be decoded first. */
export function createIdReader(basePath: string, suffix = '') {
  const prefix = `${basePath}/devices/`
  return ({ url = '' }: IncomingMessage): string | undefined => {
    if (!url.startsWith(prefix) || !url.endsWith(suffix)) return undefined
    const id = url.slice(prefix.length, url.length - suffix.length)
    return /^[\w:.-]+$/.test(id) ? id : undefined
  }
}

/** The cache key of what a client may repeat for all devices. */
export const clientCacheKey = ({ headers }: IncomingMessage) => `${headers.authorization}\n${headers.origin}`
