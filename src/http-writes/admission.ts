import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { type AuthLookup, authenticate, keyOf, type Scheme, type Throttle } from '../auth/authenticate.ts'
import type { Key } from '../auth/repository.ts'
import type { Clock } from '../clock.ts'
import { HttpError } from '../http/errors.ts'

/** What a route needs a key for. */
interface Admission<Found> {
  readonly scheme: Scheme
  readonly scope: string
  /** Finds the key by its hash, and whether it may write what the path names. */
  readonly lookup: (keyHash: string, request: FastifyRequest) => Promise<AuthLookup<Found>>
  /** The error if it may not, or if there is no such thing. */
  readonly notFound: () => HttpError
}

/**
 * Creates a function that makes the hooks of a route that writes. They run before the body is read: 401 without
 * a key, 403 without its scope, 404 for what the key may not write.
 */
export function createAdmission(clock: Clock, throttle: Throttle) {
  return <Found extends { readonly hasAccess: boolean }>({ notFound, ...admission }: Admission<Found>) => {
    const guard = authenticate({ ...admission, clock, throttle })
    const rejectUnlessFound: onRequestAsyncHookHandler = async (request) => {
      if (!guard.found(request).hasAccess) throw notFound()
    }
    return { hooks: [guard.hook, rejectUnlessFound], found: guard.found }
  }
}

/** The key of a request that was admitted. */
export function admittedKey(request: FastifyRequest): Key {
  const key = keyOf(request)
  if (key === undefined) throw new HttpError(401, 'Invalid API key')
  return key
}
