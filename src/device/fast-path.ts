import type { OutgoingHttpHeader } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Repetition } from '../fast-path/fast-path.ts'
import type { Database } from '../storage/database.ts'
import { findDeviceOfUser, toDevice } from './repository.ts'
import { canonicalDeviceId, type Device } from './schema.ts'

/** What all responses to a client have in common. */
export interface KnownClient {
  readonly headers: readonly OutgoingHttpHeader[]
  readonly serialize: (device: Device) => string
}

/**
 * Dashboards request one device after another with the same key. Until keys, grants or menus change, the key
 * need not be looked up again. The device is read for each request.
 */
export function repeatedDevices(database: Database, clock: Clock, basePath: string): Repetition<KnownClient> {
  const prefix = `${basePath}/devices/`

  return {
    cacheKeyOf: ({ url, headers }) =>
      plainId(url, prefix) === undefined ? undefined : `${headers.authorization}\n${headers.origin}`,
    async repeat({ headers, serialize }, { userId }, { url = '' }) {
      // There is a cache key, so the rest of the URL is a plain id.
      const id = url.slice(prefix.length)
      const row = await findDeviceOfUser(database, userId, canonicalDeviceId(id))
      if (row === undefined) return undefined
      return { status: 200, headers, body: serialize(toDevice(row, clock())) }
    },
  }
}

/** The device id in a URL, or undefined if the URL contains anything else or needs decoding. */
function plainId(url = '', prefix: string): string | undefined {
  const id = url.startsWith(prefix) ? url.slice(prefix.length) : ''
  return /^[\w:.-]+$/.test(id) ? id : undefined
}
