import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { atMostEvery } from '../../lib/time/at-most-every.ts'
import { serviceUnavailable } from '../http-error.ts'
import { isProbe } from '../service-response.ts'

/** The interval over which the event loop delay is averaged, since one slow response is not an overload. */
const SAMPLE_INTERVAL_MS = 500
const RESOLUTION_MS = 10
/** An overload is logged at most once per interval, not for each request. */
const LOG_INTERVAL_MS = 1000
const NANOSECONDS_PER_MS = 1e6

/**
 * Responds with 503 and `Retry-After` while the event loop lags behind, instead of letting all requests wait
 * longer and longer. Health probes are always answered.
 * @param maxDelayMs the highest average delay at which requests are accepted; 0 accepts all
 * @returns a function that returns whether requests are rejected now
 */
export function rejectWhenOverloaded(app: FastifyInstance, maxDelayMs: number): () => boolean {
  if (maxDelayMs === 0) return () => false
  const delayMs = watchEventLoopDelay(app)
  const warn = atMostEvery(LOG_INTERVAL_MS, () => {
    const valueMs = Math.round(delayMs())
    app.log.warn({ limit: 'eventLoopDelay', valueMs, maxDelayMs }, 'overloaded, responding with 503')
  })

  app.addHook('onRequest', async (request) => {
    if (delayMs() <= maxDelayMs || isProbe(request)) return
    warn()
    throw serviceUnavailable()
  })
  return () => delayMs() > maxDelayMs
}

/** @returns a function that returns the average event loop delay in the last interval, in milliseconds */
function watchEventLoopDelay(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let delayMs = 0
  let timer: NodeJS.Timeout | undefined
  // Starts with `listening`, because a blocked event loop during the start is no overload.
  app.server.once('listening', () => {
    histogram.enable()
    timer = setInterval(sample, SAMPLE_INTERVAL_MS).unref()
  })
  function sample(): void {
    const meanMs = histogram.mean / NANOSECONDS_PER_MS
    // Without samples the mean is NaN: the event loop was blocked for the whole interval.
    delayMs = Number.isNaN(meanMs) ? SAMPLE_INTERVAL_MS : Math.max(meanMs - RESOLUTION_MS, 0)
    histogram.reset()
  }
  app.addHook('onClose', async () => {
    clearInterval(timer)
    histogram.disable()
  })
  return () => delayMs
}
