import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientNetworkOf } from '../http/client-address.ts'
import { HttpError } from '../http/http-error.ts'
import type { RateLimits } from '../http/server/limits.ts'
import { MINUTE_MS } from '../lib/time/durations.ts'
import { keyOf, type RateLimiter } from './authenticate.ts'

type Limiter = ReturnType<FastifyInstance['createRateLimit']> | undefined

/** How many keys, and how many addresses, are counted at once. The least recently seen are dropped. */
const MAX_COUNTED = 100_000

export interface RateLimiters {
  /**
   * Counts requests with a valid key by the id of the key, and all others by address. Screens that share an
   * address with a client that guesses keys are therefore not limited.
   */
  readonly limitRate: RateLimiter
  /** Also counts changes of menus, mutes and new keys by the id of the key. */
  readonly limitChangeRate: RateLimiter
}

/** Creates functions that count requests. Each process counts separately. */
export async function createRateLimiters(app: FastifyInstance, limits: RateLimits): Promise<RateLimiters> {
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
    async limitRate(request) {
      const limiter = keyOf(request) === undefined ? ofAddresses : ofKeys
      // The client has disconnected: its address is unknown, and the response will not be read.
      if (limiter === ofAddresses && clientNetworkOf(request) === undefined) return
      await count(request, limiter)
    },
    limitChangeRate: (request) => count(request, ofChanges),
  }
}

async function count(request: FastifyRequest, limiter: Limiter): Promise<void> {
  const found = await limiter?.(request)
  if (found === undefined || found.isAllowed || !found.isExceeded) return
  throw new HttpError(429, 'Too many requests', { 'retry-after': String(found.ttlInSeconds) })
}
