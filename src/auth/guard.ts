import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { HttpError, INVALID_SCOPES } from '../http/http-error.ts'
import { setResponseFields } from '../http/service-response.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Database } from '../storage/database.ts'
import { isValidKey, type Key } from './repository.ts'
import type { Requirement, Scheme } from './requirement.ts'
import type { Scope } from './scopes.ts'

/** The result of one lookup: the key, if it exists, and the data that it gives access to. */
interface AuthLookup<Result> {
  readonly key: Key | undefined
  readonly data: Result
}

/**
 * Counts a request by its key (see `keyOf`), or by its address if it has no valid key.
 * @throws {HttpError} 429 if there were too many requests
 */
export type RateLimiter = (request: FastifyRequest) => Promise<void>

/** The dependencies of routes that look up keys. */
export interface RouteContext {
  readonly database: Database
  readonly clock: Clock
  readonly limitRate: RateLimiter
}

interface Options<Result> extends Requirement, Pick<RouteContext, 'clock' | 'limitRate'> {
  /** Finds the key by its hash and, in the same lookup, the requested data. */
  readonly lookup: (keyHash: string, request: FastifyRequest) => Promise<AuthLookup<Result>>
}

const KEY = 'key'
const DATA = 'data'

/** Declares the request decorators that `createGuard` sets, and that `keyOf` reads. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest(KEY, null)
  app.decorateRequest(DATA, null)
}

/**
 * Creates the guard of a route that reads, which admits only clients with a valid key. `createWriteGuardFactory` builds on it.
 * Other clients receive 401 `Invalid API key`; the response does not reveal what is wrong with their key.
 * A key that lacks the scope receives 403 `Invalid scopes`, whether or not the requested data exists.
 */
export function createGuard<Result>({ scheme, clock, limitRate, scope, lookup }: Options<Result>) {
  async function reject(request: FastifyRequest, credential: string | undefined): Promise<never> {
    await limitRate(request)
    throw invalidKeyError(scheme, credential !== undefined)
  }

  const hook: onRequestAsyncHookHandler = async (request, reply) => {
    const credential = scheme.credentialOf(request)
    const keyHash = credential && (await scheme.keyHashOf(credential, request))
    if (!keyHash) return reject(request, credential)
    const { key, data } = await lookup(keyHash, request)
    if (key === undefined || !isValidKey(key, clock)) return reject(request, credential)
    request.setDecorator(KEY, key)
    setResponseFields(reply, { keyId: key.id })
    await limitRate(request)
    if (scope !== undefined) requireScope(key, scope)
    request.setDecorator(DATA, data)
  }

  const dataOf = (request: FastifyRequest) => request.getDecorator<Result>(DATA)
  return { hook, dataOf }
}

/** The error for a request without a valid key. @param hasCredential whether it has an invalid one */
export function invalidKeyError({ name }: Scheme, hasCredential: boolean): HttpError {
  const challenge = hasCredential ? `${name} error="invalid_token"` : name
  return new HttpError(401, 'Invalid API key', { 'www-authenticate': challenge })
}

/** @throws {HttpError} 403 if a key lacks a scope */
export function requireScope({ scopes }: Key, scope: Scope): void {
  if (!scopes.includes(scope)) throw new HttpError(403, INVALID_SCOPES)
}

/** The key of a request, or undefined if no valid key has been found for it. */
export function keyOf(request: FastifyRequest): Key | undefined {
  return request.getDecorator<Key | null>(KEY) ?? undefined
}

/** The id of the key of a request. @throws {Error} if the route has no guard */
export function keyIdOf(request: FastifyRequest): string {
  const key = keyOf(request)
  if (key === undefined) throw new Error('No valid key has been found for this request.')
  return key.id
}
