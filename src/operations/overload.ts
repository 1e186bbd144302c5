import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError, RETRY_AFTER_SECONDS } from '../errors.ts'

/** How long the event loop's delay is averaged: one slow answer is no overload. */
const SAMPLE_INTERVAL_MS = 500
/** The log tells of an overload once in this time, not with each request. */
const LOG_INTERVAL_MS = 1000

/** The config of a route that is answered however busy the process is. */
export const ALWAYS_ANSWERED = { pressureHandler: () => undefined }

/**
 * Answers 503 with `Retry-After` while the event loop lags behind, instead of letting all wait for longer and
 * longer.
 * @param maxDelayMs 0 lets everybody in
 * @returns whether it is so now
 */
export async function refuseOverload(app: FastifyInstance, maxDelayMs: number): Promise<() => boolean> {
  if (maxDelayMs === 0) return () => false
  let loggedAtMs = Number.NEGATIVE_INFINITY
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    sampleInterval: SAMPLE_INTERVAL_MS,
    pressureHandler(_request: FastifyRequest, _reply: unknown, limit: string, value: number | undefined) {
      const nowMs = performance.now()
      if (nowMs - loggedAtMs > LOG_INTERVAL_MS) {
        loggedAtMs = nowMs
        app.log.warn({ limit, valueMs: Math.round(value ?? 0), maxDelayMs }, 'overloaded, answering with 503')
      }
      throw new HttpError(503, 'Service unavailable', { 'retry-after': String(RETRY_AFTER_SECONDS) })
    },
  })
  return () => app.isUnderPressure()
}
