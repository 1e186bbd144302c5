import { gapsIn, type Interval } from '../../lib/time/intervals.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../online.ts'

/**
 * When a silence was noticed. Times in which the site was closed or no service was present are cut out of it. The silence is noticed
 * five minutes into the first remaining part that is longer than five minutes. Undefined if there is no such part. The trigger
 * `devices_returned` has the same rule for absences.
 * @param open the parts of the silence in which the site was open
 * @param absences when no service accepted heartbeats; sorted, without overlaps
 */
export function findNoticedAtMs(open: Iterable<Interval>, absences: readonly Interval[]): number | undefined {
  for (const part of open)
    for (const { startMs, endMs } of gapsIn(part, absences))
      if (endMs - startMs > HEARTBEAT_TIMEOUT_MS) return startMs + HEARTBEAT_TIMEOUT_MS
  return undefined
}
