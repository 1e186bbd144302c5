import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { type AuthLookup, authenticate, keyOf, type Scheme, type Throttle } from '../auth/authenticate.ts'
import type { Clock } from '../clock.ts'
import type { HttpError } from '../http/errors.ts'

/** What a route needs a key for. */
interface Admission {
  readonly scheme: Scheme
  readonly scope: string
  /** Finds the key by its hash, and whether it may change what the path names. */
  readonly lookup: (keyHash: string, request: FastifyRequest) => Promise<AuthLookup<boolean>>
  /** The error if it may not, or if there is no such thing. */
  readonly notFound: () => HttpError
}

/**
 * Creates a function that makes the hooks of a route that changes something. They run before the body is read: 401 without
 * a key, 403 without its scope, 404 for what the key may not change.
 */
export function createAdmission(clock: Clock, throttle: Throttle) {
  return ({ notFound, ...admission }: Admission): onRequestAsyncHookHandler[] => {
    const guard = authenticate({ ...admission, clock, throttle })
    const rejectUnlessFound = async (request: FastifyRequest) => {
      if (!guard.found(request)) throw notFound()
    }
    return [guard.hook, rejectUnlessFound]
  }
}

/** The id of the key of a request that was admitted. */
export function keyIdOf(request: FastifyRequest): string {
  return keyOf(request)?.id ?? ''
}
