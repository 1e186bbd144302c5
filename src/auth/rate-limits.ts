import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../http/errors.ts'
import { keyOf, type Throttle } from './authenticate.ts'

/** How many requests are let through in a minute; 0 is any number. */
export interface RateLimits {
  /** Of one key. */
  readonly requestsPerMinute: number
  /** Without a valid key, of one address. */
  readonly failuresPerMinute: number
}

export const DEFAULT_RATE_LIMITS: RateLimits = { requestsPerMinute: 0, failuresPerMinute: 10_000 }

const MINUTE_MS = 60_000
/** How many keys, and how many addresses, are counted at once; beyond that, those seen longest ago are forgotten. */
const MAX_COUNTED = 100_000

/**
 * Counts requests by the id of their key, and those without a valid key by their address: screens that share an
 * address with somebody who guesses keys are not held up. Each process counts for itself.
 */
export async function createThrottle(
  app: FastifyInstance,
  { requestsPerMinute, failuresPerMinute }: RateLimits,
): Promise<Throttle> {
  await app.register(rateLimit, { global: false })
  const ofKeys = limiter(requestsPerMinute, (request) => keyOf(request)?.id ?? '')
  const ofAddresses = limiter(failuresPerMinute)

  function limiter(max: number, keyGenerator?: (request: FastifyRequest) => string) {
    if (max === 0) return undefined
    const options: RateLimitOptions = { max, timeWindow: MINUTE_MS, cache: MAX_COUNTED }
    return app.createRateLimit(keyGenerator ? { ...options, keyGenerator } : options)
  }

  return async (request) => {
    const count = keyOf(request) === undefined ? ofAddresses : ofKeys
    // The address of a client that has left is not known, and nobody waits for the response.
    if (count === ofAddresses && request.ip === undefined) return
    const found = await count?.(request)
    if (found === undefined || found.isAllowed || !found.isExceeded) return
    throw new HttpError(429, 'Too many requests', { 'retry-after': String(found.ttlInSeconds) })
  }
}
