import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { keyOf } from '../auth/authenticate.ts'
import type { Key } from '../auth/repository.ts'
import type { Clock } from '../clock.ts'
import type { AnsweredRequest } from '../operations/request-log.ts'
import type { Database } from '../storage/database.ts'
import { matches } from './entity-tag.ts'

/** What an answer took, so that it can be given again. */
export interface Repeatable {
  /** A state of the data in which, at the earliest, this was the answer; see `Database.state`. */
  readonly asOf: object | undefined
  readonly etag: string
  /** Names and values in turn, as `writeHead` takes them. */
  readonly notModifiedHeaders: OutgoingHttpHeader[]
  /** The headers of a 200, once one was sent. */
  readonly headers?: OutgoingHttpHeader[]
  /** Its body, as long as that is kept. */
  readonly body?: () => Buffer | undefined
}

/** Answers that are given again while nothing is committed. */
export interface Repeats {
  readonly remember: (request: FastifyRequest, repeatable: Repeatable) => void
  /** Answers a request that was answered before, if that still holds. @returns whether it did */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => boolean
}

interface Remembered extends Repeatable {
  readonly key: Key
  readonly route: string | null
}

interface Parts {
  readonly database: Database
  readonly clock: Clock
  /** Is told of every request that took the short way, if anybody wants to know. */
  readonly log: ((answered: AnsweredRequest) => void) | undefined
}

/** What the remembered requests may take, and what one of them takes beside its text. */
const LIMIT_BYTES = 8 * 1024 * 1024
const OVERHEAD_BYTES = 1024

/**
 * The short way. Screens ask for the same over and over: until anything is committed, by whomever, the same
 * request of a key that has not ended has the same answer, and needs neither routing nor a look-up.
 */
export function createRepeats({ database, clock, log }: Parts): Repeats {
  const remembered = new Map<string, Remembered>()
  let rememberedAsOf: object | undefined
  let bytes = 0

  function forget(): void {
    remembered.clear()
    bytes = 0
  }

  function isCurrent(): boolean {
    try {
      return database.state() === rememberedAsOf
    } catch {
      // The long way will tell what is wrong with the storage.
      return false
    }
  }

  return {
    remember(request, repeatable) {
      const key = keyOf(request)
      if (repeatable.asOf === undefined || key === undefined) return
      if (repeatable.asOf !== rememberedAsOf || bytes > LIMIT_BYTES) forget()
      rememberedAsOf = repeatable.asOf
      const text = textOf(request.raw)
      remembered.set(text, { ...repeatable, key, route: request.routeOptions.url ?? null })
      bytes += text.length + OVERHEAD_BYTES
    },

    answer(request, response) {
      const startedAtMs = log && performance.now()
      if (request.method !== 'GET' || request.headers.host === undefined) return false
      const known = remembered.get(textOf(request))
      if (known === undefined || !(clock() < known.key.endsAtMs) || !isCurrent()) return false
      const status = respond(known, request.headers, response)
      if (status === undefined) return false
      if (startedAtMs !== undefined) {
        const durationMs = performance.now() - startedAtMs
        log?.({ method: 'GET', route: known.route, status, durationMs, keyId: known.key.id })
      }
      return true
    },
  }
}

/** @returns the status, or undefined where the body is kept no more */
function respond(
  known: Repeatable,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
): number | undefined {
  if (matches(headers['if-none-match'], known.etag)) {
    response.writeHead(304, known.notModifiedHeaders).end()
    return 304
  }
  const body = known.body?.()
  if (body === undefined) return undefined
  response.writeHead(200, known.headers).end(body)
  return 200
}

/** All of a request that its answer depends on; a line break can be in none of it. */
function textOf({ url, headers }: IncomingMessage): string {
  return `${url}\n${headers['x-api-key']}\n${headers['accept-encoding']}\n${headers.origin}`
}
