import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientNetworkOf } from '../http/client-address.ts'
import { HttpError } from '../http/http-error.ts'
import type { RateLimits } from '../http/server/limits.ts'
import { MINUTE_MS } from '../lib/time/durations.ts'
import { keyOf, type Throttle } from './authenticate.ts'

type Limiter = ReturnType<FastifyInstance['createRateLimit']> | undefined

/** How many keys, and how many addresses, are counted at once. The least recently seen are dropped. */
const MAX_COUNTED = 100_000

export interface Throttles {
  /**
   * Counts requests with a valid key by the id of the key, and all others by address. Screens that share an
   * address with a client that guesses keys are therefore not limited.
   */
  readonly throttle: Throttle
  /** Also counts changes of menus, mutes and new keys by the id of the key. */
  readonly throttleChange: Throttle
}

/** Creates functions that count requests. Each process counts separately. */
export async function createThrottles(app: FastifyInstance, limits: RateLimits): Promise<Throttles> {
  await app.register(rateLimit, { global: false })
  const limiter = (max: number, options: RateLimitOptions = {}) =>
    max === 0
      ? undefined
      : app.createRateLimit({ max, timeWindow: MINUTE_MS, cache: MAX_COUNTED, ...options })
  const byKey: RateLimitOptions = { keyGenerator: (request) => keyOf(request)?.id ?? '' }
  const ofKeys = limiter(limits.requestsPerMinute, byKey)
  const ofChanges = limiter(limits.changesPerMinute, byKey)
  const ofAddresses = limiter(limits.failuresPerMinute, {
    keyGenerator: (request) => clientNetworkOf(request) ?? '',
  })

  return {
    async throttle(request) {
      const limiter = keyOf(request) === undefined ? ofAddresses : ofKeys
      // The client has disconnected: its address is unknown, and the response will not be read.
      if (limiter === ofAddresses && clientNetworkOf(request) === undefined) return
      await count(request, limiter)
    },
    throttleChange: (request) => count(request, ofChanges),
  }
}

async function count(request: FastifyRequest, limiter: Limiter): Promise<void> {
  const found = await limiter?.(request)
  if (found === undefined || found.isAllowed || !found.isExceeded) return
  throw new HttpError(429, 'Too many requests', { 'retry-after': String(found.ttlInSeconds) })
}
