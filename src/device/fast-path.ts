import type { IncomingMessage, OutgoingHttpHeader } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyOf } from '../auth/authenticate.ts'
import { isValid, type Key } from '../auth/repository.ts'
import type { Clock } from '../clock.ts'
import type { ObservedResponse } from '../http/access-record.ts'
import { headersOf, type ShortWay } from '../http/fast-path.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '../http/request-id.ts'
import type { Database, State } from '../storage/database.ts'
import { createMemory } from '../storage/version-cache.ts'
import { type DeviceRow, findDeviceOfUser, toDevice } from './repository.ts'
import { canonicalDeviceId, type Device } from './schema.ts'

/** A caller whom the long way has answered, and what all answers to them share. */
interface Caller {
  readonly key: Key
  readonly route: string | null
  readonly headers: OutgoingHttpHeader[]
  readonly serialize: (device: Device) => string
}

/** Callers who need not be looked up again while keys are as they were; their devices are. */
export interface Callers {
  readonly remember: (request: FastifyRequest, reply: FastifyReply, asOf: State) => void
  readonly answer: ShortWay
}

interface Parts {
  readonly database: Database
  readonly clock: Clock
  readonly basePath: string
}

/**
 * Dashboards ask for one device after the other with one key: until keys, grants or menus change, that key is as
 * valid as it was, and the device is all there is to look up.
 */
export function createCallers({ database, clock, basePath }: Parts): Callers {
  const memory = createMemory<Caller>(database)
  const prefix = `${basePath}/devices/`

  function respond(caller: Caller, row: DeviceRow, response: ObservedResponse): void {
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
      memory.remember(textOf(request.raw), asOf, { key, route, serialize, headers: headersOf(reply) })
    },

    answer(request, response, longWay) {
      const id = plainId(request.url, prefix)
      if (id === undefined) return false
      const answerTo = (caller: Caller | undefined): boolean => {
        if (caller === undefined || !isValid(caller.key, clock)) return false
        const answerFound = (row: DeviceRow | undefined) => {
          if (row === undefined) return longWay()
          respond(caller, row, response)
        }
        findDeviceOfUser(database, caller.key.userId, canonicalDeviceId(id)).then(answerFound).catch(longWay)
        return true
      }
      const caller = memory.recall(textOf(request))
      if (!(caller instanceof Promise)) return answerTo(caller)
      caller.then((value) => answerTo(value) || longWay())
      return true
    },
  }
}

/** The id that a URL asks for, if it has nothing else in it and nothing to decode. */
function plainId(url = '', prefix: string): string | undefined {
  const id = url.startsWith(prefix) ? url.slice(prefix.length) : ''
  return /^[\w:.-]+$/.test(id) ? id : undefined
}

function textOf({ headers }: IncomingMessage): string {
  return `${headers.authorization}\n${headers.origin}`
}
