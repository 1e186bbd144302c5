import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { atIntervals } from '../at-intervals.ts'
import { isProbe } from './access-record.ts'
import { HttpError, RETRY_AFTER_SECONDS } from './errors.ts'

/** How long the event loop's delay is averaged: one slow response is no overload. */
const SAMPLE_INTERVAL_MS = 500
const RESOLUTION_MS = 10
/** The log tells of an overload once in this time, not with each request. */
const LOG_INTERVAL_MS = 1000
const NANOSECONDS_PER_MS = 1e6

/**
 * Answers 503 with `Retry-After` while the event loop lags behind, instead of letting all wait for longer and
 * longer. Probes of the health are always answered.
 * @param maxDelayMs the longest delay, on average, at which requests are taken; with 0 all are
 * @returns whether requests are turned away now
 */
export function refuseOverload(app: FastifyInstance, maxDelayMs: number): () => boolean {
  if (maxDelayMs === 0) return () => false
  const delayMs = watchEventLoopDelay(app)
  const warn = atIntervals(LOG_INTERVAL_MS, () => {
    const valueMs = Math.round(delayMs())
    app.log.warn({ limit: 'eventLoopDelay', valueMs, maxDelayMs }, 'overloaded, answering with 503')
  })

  app.addHook('onRequest', async (request) => {
    if (delayMs() <= maxDelayMs || isProbe(request)) return
    warn()
    throw new HttpError(503, 'Service unavailable', { 'retry-after': String(RETRY_AFTER_SECONDS) })
  })
  return () => delayMs() > maxDelayMs
}

/** @returns by how much the event loop was late, on average, in the last interval */
function watchEventLoopDelay(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let delayMs = 0
  histogram.enable()
  const timer = setInterval(() => {
    const meanMs = histogram.mean / NANOSECONDS_PER_MS
    // Without a sample the mean is not a number: the event loop has not turned in all that time.
    delayMs = Number.isNaN(meanMs) ? SAMPLE_INTERVAL_MS : Math.max(meanMs - RESOLUTION_MS, 0)
    histogram.reset()
  }, SAMPLE_INTERVAL_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    histogram.disable()
  })
  return () => delayMs
}
