import type { Logger } from 'pino'
import { type AccessObserver, combineObservers } from '../http/access-record.ts'
import { logAccess } from './access-log.ts'
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

interface Destinations {
  readonly logger?: Logger | undefined
  readonly metrics?: Metrics | undefined
  readonly tracing?: Tracing | undefined
}

/** Creates an observer that logs, counts and traces responses; undefined if all of this is off. */
export function observeResponses({ logger, metrics, tracing }: Destinations): AccessObserver | undefined {
  const log = logger?.isLevelEnabled('info') ? logAccess(logger) : undefined
  const observers = [log, metrics?.observe, tracing?.observe].filter((observe) => observe !== undefined)
  if (observers.length === 0) return undefined
  return combineObservers(observers, (error) =>
    logger?.error({ err: error }, 'a response could not be logged or counted'),
  )
}
