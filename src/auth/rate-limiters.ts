import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientNetworkOf } from '../http/client-address.ts'
import { tooManyRequests } from '../http/http-error.ts'
import { MINUTE_MS } from '../lib/time/durations.ts'
import { keyIdOf, keyOf, type RateLimiter } from './guard.ts'
import type { RateLimits } from './rate-limits.ts'

type Limiter = ReturnType<FastifyInstance['createRateLimit']> | undefined

/** How many keys, and how many addresses, are counted at once. The least recently seen are dropped. */
const MAX_COUNTED = 100_000

export interface RateLimiters {
  /**
   * Counts requests with a valid key by the id of the key, and all others by address. So a client that guesses keys does not
   * block screens behind the same address.
   */
  readonly limitRate: RateLimiter
  /** Limits changes of menus, mutes and new keys for each key, in addition to `limitRate`. */
  readonly limitChangeRate: RateLimiter
}

/** Creates functions that count requests by the keys that guards find. Each process counts separately. */
export async function createRateLimiters(app: FastifyInstance, limits: RateLimits): Promise<RateLimiters> {
  await app.register(rateLimit, { global: false })
  const createLimiter = (max: number, keyGenerator: (request: FastifyRequest) => string): Limiter => {
    const options: RateLimitOptions = { max, timeWindow: MINUTE_MS, cache: MAX_COUNTED, keyGenerator }
    return max === 0 ? undefined : app.createRateLimit(options)
  }
  const keyLimiter = createLimiter(limits.requestsPerMinute, keyIdOf)
  const changeLimiter = createLimiter(limits.changesPerMinute, keyIdOf)
  const addressLimiter = createLimiter(limits.failuresPerMinute, (request) => clientNetworkOf(request) ?? '')

  return {
    async limitRate(request) {
      if (keyOf(request) !== undefined) return count(request, keyLimiter)
      // Without an address, the client has disconnected, and will not read the response.
      if (clientNetworkOf(request) !== undefined) await count(request, addressLimiter)
    },
    limitChangeRate: (request) => count(request, changeLimiter),
  }
}

async function count(request: FastifyRequest, limiter: Limiter): Promise<void> {
  const result = await limiter?.(request)
  if (result === undefined || result.isAllowed || !result.isExceeded) return
  throw tooManyRequests(result.ttlInSeconds)
}
