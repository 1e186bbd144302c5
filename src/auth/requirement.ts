import type { FastifyRequest } from 'fastify'
import { hashKey, isPossibleKey } from './credential.ts'
import type { Scope } from './scopes.ts'

/** How clients of an interface send their credential (a key, or a stream token instead of it), and the name of the scheme in `WWW-Authenticate`. */
export interface Scheme {
  readonly name: 'Bearer' | 'ApiKey'
  /** Returns the credential of a request, or undefined if there is none. */
  readonly credentialOf: (request: FastifyRequest) => string | undefined
  /** Returns the hash of the key of a credential, or undefined if the credential cannot belong to a key. */
  readonly keyHashOf: (
    credential: string,
    request: FastifyRequest,
  ) => PossibleKeyHash | Promise<PossibleKeyHash>
}

type PossibleKeyHash = string | undefined

/** Returns the hash of a credential that is the key itself, or undefined if it cannot be a key. */
function keyHashOf(key: string): PossibleKeyHash {
  return isPossibleKey(key) ? hashKey(key) : undefined
}

/** `Authorization: Bearer KEY`. The scheme is case-insensitive (RFC 9110 §11.1, RFC 6750 §2.1). */
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

/** What a route requires of a key. */
export interface Requirement {
  readonly scheme: Scheme
  /** Without it, every valid key passes. */
  readonly scope?: Scope
}

/** The `security` of a route with this requirement in the OpenAPI description. */
export function securityOf({ scheme, scope }: Requirement) {
  const name = scheme.name === 'Bearer' ? 'bearer' : 'apiKey'
  return [{ [name]: scope === undefined ? [] : [scope] }]
}
