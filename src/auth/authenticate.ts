import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Clock } from '../clock.ts'
import { noteKey } from '../http/access-record.ts'
import { HttpError } from '../http/errors.ts'
import { hashKey, isPossibleKey } from './credential.ts'
import { isValid, type Key } from './repository.ts'

/** Where an interface's credential sits, and how a caller without a valid one is told. */
export interface Scheme {
  readonly name: 'Bearer' | 'ApiKey'
  /** The credential that was sent, or undefined if there is none. */
  readonly credentialOf: (request: FastifyRequest) => string | undefined
  /** The hash of the key that a credential stands for, or undefined if it can stand for none. */
  readonly keyHashOf: (credential: string, request: FastifyRequest) => KeyHash | Promise<KeyHash>
}

type KeyHash = string | undefined

/** For a credential that is the key itself. */
export function keyHashOf(key: string): KeyHash {
  return isPossibleKey(key) ? hashKey(key) : undefined
}

/** `Authorization: Bearer KEY`; the scheme word in any case (RFC 9110 §11.1, RFC 6750 §2.1). */
export const bearer: Scheme = {
  name: 'Bearer',
  credentialOf: (request) => /^bearer +(\S.*)$/i.exec(request.headers.authorization ?? '')?.[1],
  keyHashOf,
}

/** `X-API-Key: KEY`. */
export const apiKey: Scheme = {
  name: 'ApiKey',
  credentialOf: (request) => request.headers['x-api-key']?.toString() || undefined,
  keyHashOf,
}

/** What one look-up yields: the key, if there is one, and what it lets the caller have. */
export interface LookUp<Found> {
  readonly key: Key | undefined
  readonly found: Found
}

/** Counts a request, of the key that `keyOf` tells or of somebody without a valid one. @throws {HttpError} 429 if there were too many */
export type Throttle = (request: FastifyRequest) => Promise<void>

interface Options<Found> {
  readonly scheme: Scheme
  readonly clock: Clock
  readonly throttle: Throttle
  /** The scope without which the caller is refused. */
  readonly scope?: string
  /** Finds the key by its hash, and in the same look-up what the request asks for. */
  readonly lookUp: (keyHash: string, request: FastifyRequest) => Promise<LookUp<Found>>
}

const KEY = 'key'
const FOUND = 'found'

/** Makes room on each request for what `authenticate` learns. Called once, before any route. */
export function prepareAuthentication(app: FastifyInstance): void {
  app.decorateRequest(KEY, null)
  app.decorateRequest(FOUND, null)
}

/** What guards a route: the hook that lets a caller pass, and what the look-up found for the request. */
export interface Guard<Found> {
  readonly hook: onRequestAsyncHookHandler
  readonly found: (request: FastifyRequest) => Found
}

/**
 * A guard that lets only callers with a valid key pass.
 * It answers 401 `Invalid API key` to all others, without telling what is wrong with theirs, and
 * 403 `Invalid scopes` to a key that lacks the scope, whatever was asked for.
 */
export function authenticate<Found>({
  scheme,
  clock,
  throttle,
  scope,
  lookUp,
}: Options<Found>): Guard<Found> {
  async function refuse(request: FastifyRequest, credential: string | undefined): Promise<never> {
    await throttle(request)
    throw unauthorized(scheme, credential)
  }

  return {
    hook: async (request, reply) => {
      const credential = scheme.credentialOf(request)
      const keyHash = credential && (await scheme.keyHashOf(credential, request))
      if (!keyHash) return refuse(request, credential)
      const { key, found } = await lookUp(keyHash, request)
      if (key === undefined || !isValid(key, clock)) return refuse(request, credential)
      request.setDecorator(KEY, key)
      noteKey(reply, key.id)
      await throttle(request)
      if (scope !== undefined && !key.scopes.includes(scope)) throw new HttpError(403, 'Invalid scopes')
      request.setDecorator(FOUND, found)
    },
    found: (request) => request.getDecorator<Found>(FOUND),
  }
}

/** The key that a request came with, once it was found valid. */
export function keyOf(request: FastifyRequest): Key | undefined {
  return request.getDecorator<Key | null>(KEY) ?? undefined
}

function unauthorized({ name }: Scheme, credential: string | undefined): HttpError {
  const challenge = credential === undefined ? name : `${name} error="invalid_token"`
  return new HttpError(401, 'Invalid API key', { 'www-authenticate': challenge })
}
