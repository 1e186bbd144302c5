import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { atMostEvery } from '../../lib/time/at-most-every.ts'
import { serviceUnavailable } from '../http-error.ts'
import { isHealthRoute } from '../service-response.ts'

/** The interval over which the event loop delay is averaged, since one slow response is not an overload. */
const SAMPLE_INTERVAL_MS = 500
const RESOLUTION_MS = 10
/** An overload is logged at most once per interval, not for each request. */
const LOG_INTERVAL_MS = 1000
const NANOSECONDS_PER_MS = 1e6

/** Measures by how much the event loop lags behind. */
type OverloadMonitor = ReturnType<typeof createOverloadMonitor>

/** @param maxDelayMs the highest average delay of the event loop that is no overload; with 0 there is never one */
export function createOverloadMonitor(maxDelayMs: number) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let delayMs = 0
  let resetAtMs = 0
  let timer: NodeJS.Timeout | undefined

  function sample(): void {
    const meanMs = histogram.mean / NANOSECONDS_PER_MS
    const nowMs = performance.now()
    // Without samples the mean is NaN: the event loop was blocked all the time since the histogram was reset.
    delayMs = Number.isNaN(meanMs) ? nowMs - resetAtMs : Math.max(meanMs - RESOLUTION_MS, 0)
    histogram.reset()
    resetAtMs = nowMs
  }

  return {
    maxDelayMs,
    /** The average delay in the last interval. */
    delayMs: () => delayMs,
    isOverloaded: () => delayMs > maxDelayMs,
    start(): void {
      if (maxDelayMs === 0) return
      histogram.enable()
      resetAtMs = performance.now()
      timer = setInterval(sample, SAMPLE_INTERVAL_MS).unref()
    },
    stop(): void {
      clearInterval(timer)
      histogram.disable()
    },
  }
}

/**
 * Responds with 503 and `Retry-After` while the event loop lags behind, instead of letting all requests wait
 * longer and longer. Requests of health routes are never rejected.
 */
export function rejectWhenOverloaded(app: FastifyInstance, monitor: OverloadMonitor): void {
  const warn = atMostEvery(LOG_INTERVAL_MS, () => {
    const valueMs = Math.round(monitor.delayMs())
    const { maxDelayMs } = monitor
    app.log.warn({ limit: 'eventLoopDelay', valueMs, maxDelayMs }, 'overloaded, responding with 503')
  })
  app.addHook('onRequest', async (request) => {
    if (!monitor.isOverloaded() || isHealthRoute(request)) return
    warn()
    throw serviceUnavailable()
  })
  // A blocked event loop during the start is no overload.
  app.server.once('listening', monitor.start)
  app.addHook('onClose', async () => monitor.stop())
}
