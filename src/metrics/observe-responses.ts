import type { Logger } from 'pino'
import { type AccessObserver, combineObservers } from '../http/access-record.ts'
import { logAccess } from './access-log.ts'
import type { Metrics } from './metrics.ts'

interface Destinations {
  readonly logger?: Logger | undefined
  readonly metrics?: Metrics | undefined
}

/** Creates an observer that logs and counts responses; undefined if all of this is off. */
export function observeResponses({ logger, metrics }: Destinations): AccessObserver | undefined {
  const log = logger?.isLevelEnabled('info') ? logAccess(logger) : undefined
  const observers = [log, metrics?.observe].filter((observe) => observe !== undefined)
  if (observers.length === 0) return undefined
  return combineObservers(observers, (error) =>
    logger?.error({ err: error }, 'a response could not be logged or counted'),
  )
}
