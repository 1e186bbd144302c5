import type { IncomingMessage, OutgoingHttpHeader } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyOf } from '../auth/authenticate.ts'
import { isValid, type Key } from '../auth/repository.ts'
import type { Clock } from '../clock.ts'
import type { ObservedResponse } from '../http/access-record.ts'
import { type FastPath, headersOf } from '../http/fast-path.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '../http/request-id.ts'
import type { Database, DataVersion } from '../storage/database.ts'
import { createVersionCache } from '../storage/version-cache.ts'
import { type DeviceRow, findDeviceOfUser, toDevice } from './repository.ts'
import { canonicalDeviceId, type Device } from './schema.ts'

/** A client that the full path has answered, and what all responses to it have in common. */
interface KnownClient {
  readonly key: Key
  readonly route: string | null
  readonly headers: OutgoingHttpHeader[]
  readonly serialize: (device: Device) => string
}

/** Remembers clients until the data version changes. Only keys are cached; devices are always read. */
export interface DeviceFastPath {
  readonly remember: (request: FastifyRequest, reply: FastifyReply, asOf: DataVersion) => void
  readonly respond: FastPath
}

interface Parts {
  readonly database: Database
  readonly clock: Clock
  readonly basePath: string
}

/**
 * Dashboards request one device after another with the same key. Until keys, grants or menus change, the key
 * need not be looked up again, so only the device is read.
 */
export function createDeviceFastPath({ database, clock, basePath }: Parts): DeviceFastPath {
  const cache = createVersionCache<KnownClient>(database)
  const prefix = `${basePath}/devices/`

  function respond(caller: KnownClient, row: DeviceRow, response: ObservedResponse): void {
    const body = caller.serialize(toDevice(row, clock()))
    response.requestId = requestIdOf(response.req)
    response.route = caller.route
    response.keyId = caller.key.id
    const own = ['content-length', Buffer.byteLength(body), REQUEST_ID_HEADER, response.requestId]
    response.writeHead(200, [...caller.headers, ...own]).end(body)
  }

  return {
    remember(request, reply, asOf) {
      const key = keyOf(request)
      const serialize = reply.getSerializationFunction('200')
      if (key === undefined || serialize === undefined) return
      const route = request.routeOptions.url ?? null
      cache.set(cacheKeyOf(request.raw), asOf, { key, route, serialize, headers: headersOf(reply) })
    },

    respond(request, response, fallback) {
      const id = plainId(request.url, prefix)
      if (id === undefined) return false
      const tryRespond = (caller: KnownClient | undefined): boolean => {
        if (caller === undefined || !isValid(caller.key, clock)) return false
        const answerFound = (row: DeviceRow | undefined) => {
          if (row === undefined) return fallback()
          respond(caller, row, response)
        }
        findDeviceOfUser(database, caller.key.userId, canonicalDeviceId(id)).then(answerFound).catch(fallback)
        return true
      }
      const caller = cache.get(cacheKeyOf(request))
      if (!(caller instanceof Promise)) return tryRespond(caller)
      caller.then((value) => tryRespond(value) || fallback())
      return true
    },
  }
}

/** The device id in a URL, or undefined if the URL contains anything else or needs decoding. */
function plainId(url = '', prefix: string): string | undefined {
  const id = url.startsWith(prefix) ? url.slice(prefix.length) : ''
  return /^[\w:.-]+$/.test(id) ? id : undefined
}

function cacheKeyOf({ headers }: IncomingMessage): string {
  return `${headers.authorization}\n${headers.origin}`
}
