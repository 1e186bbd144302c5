import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '../http/errors.ts'
import type { RateLimits } from '../http/limits.ts'
import { keyOf, type Throttle } from './authenticate.ts'

const MINUTE_MS = 60_000
/** How many keys, and how many addresses, are counted at once. The least recently seen are dropped. */
const MAX_COUNTED = 100_000

/**
 * Counts requests with a valid key by the id of the key, and all others by address. Screens that share an
 * address with a client that guesses keys are therefore not limited. Each process counts separately.
 */
export async function createThrottle(app: FastifyInstance, limits: RateLimits): Promise<Throttle> {
  await app.register(rateLimit, { global: false })
  const limiter = (max: number, options: RateLimitOptions = {}) =>
    max === 0
      ? undefined
      : app.createRateLimit({ max, timeWindow: MINUTE_MS, cache: MAX_COUNTED, ...options })
  const ofKeys = limiter(limits.requestsPerMinute, { keyGenerator: (request) => keyOf(request)?.id ?? '' })
  const ofAddresses = limiter(limits.failuresPerMinute)

  return async (request) => {
    const count = keyOf(request) === undefined ? ofAddresses : ofKeys
    // The client has disconnected: its address is unknown, and the response will not be read.
    if (count === ofAddresses && request.ip === undefined) return
    const found = await count?.(request)
    if (found === undefined || found.isAllowed || !found.isExceeded) return
    throw new HttpError(429, 'Too many requests', { 'retry-after': String(found.ttlInSeconds) })
  }
}
