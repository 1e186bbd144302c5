import type { IncomingMessage, OutgoingHttpHeader } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { keyOf } from '../auth/authenticate.ts'
import { isValid, type Key } from '../auth/repository.ts'
import type { Clock } from '../clock.ts'
import type { ObservedResponse } from '../http/access-record.ts'
import { matches } from '../http/entity-tag.ts'
import type { ShortWay } from '../http/fast-path.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '../http/request-id.ts'
import type { Database, State } from '../storage/database.ts'
import { createMemory } from '../storage/version-cache.ts'

/** What an answer took, so that it can be given again. */
export interface Repeatable {
  /** A state of the data in which, at the earliest, this was the answer; see `Database.state`. */
  readonly asOf: State
  readonly etag: string
  readonly notModifiedHeaders: OutgoingHttpHeader[]
  /** The headers of a 200, once one was sent. */
  readonly headers?: OutgoingHttpHeader[]
  /** Its body, as long as that is kept. */
  readonly body?: () => Buffer | undefined
}

/** Answers that are given again while keys, grants and menus are as they were. */
export interface Repeats {
  readonly remember: (request: FastifyRequest, repeatable: Repeatable) => void
  readonly answer: ShortWay
}

interface Remembered extends Repeatable {
  readonly key: Key
  readonly route: string | null
}

interface Parts {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Screens ask for the same over and over: until keys, grants or menus change, the same request of a key
 * that has not ended has the same answer, and needs neither routing nor a look-up.
 */
export function createRepeats({ database, clock }: Parts): Repeats {
  const memory = createMemory<Remembered>(database)

  return {
    remember(request, repeatable) {
      const key = keyOf(request)
      const route = request.routeOptions.url ?? null
      if (key) memory.remember(textOf(request.raw), repeatable.asOf, { ...repeatable, key, route })
    },

    answer(request, response, longWay) {
      if (request.headers['x-api-key'] === undefined) return false
      const repeat = (known: Remembered | undefined): boolean => {
        if (known === undefined || !isValid(known.key, clock)) return false
        return respond(known, request, response)
      }
      const known = memory.recall(textOf(request))
      if (!(known instanceof Promise)) return repeat(known)
      known.then((value) => repeat(value) || longWay())
      return true
    },
  }
}

/** @returns whether it could: the body may be kept no more */
function respond(known: Remembered, request: IncomingMessage, response: ObservedResponse): boolean {
  const isNotModified = matches(request.headers['if-none-match'], known.etag)
  const body = isNotModified ? undefined : known.body?.()
  const headers = isNotModified ? known.notModifiedHeaders : known.headers
  if (headers === undefined || (body === undefined && !isNotModified)) return false
  response.requestId = requestIdOf(request)
  response.route = known.route
  response.keyId = known.key.id
  const status = isNotModified ? 304 : 200
  response.writeHead(status, [...headers, REQUEST_ID_HEADER, response.requestId]).end(body)
  return true
}

/** All of a request that its answer depends on; a line break can be in none of it. */
function textOf({ url, headers }: IncomingMessage): string {
  return `${url}\n${headers['x-api-key']}\n${headers['accept-encoding']}\n${headers.origin}`
}
