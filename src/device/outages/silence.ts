import { gapsIn, type Interval } from '../../lib/time/intervals.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../online.ts'
import type { Calendar } from '../sites/calendar.ts'

/**
 * When a silence was noticed: five minutes into the first part of it that is longer than that, without closed times and absences.
 * Undefined if there is no such part. The trigger `devices_returned` has the same rule for absences.
 * @param openParts the parts of the silence in which the site was open
 * @param absences when no service accepted heartbeats; sorted, without overlaps
 */
export function findNoticedAtMs(
  openParts: Iterable<Interval>,
  absences: readonly Interval[],
): number | undefined {
  for (const part of openParts)
    for (const { startMs, endMs } of gapsIn(part, absences))
      if (endMs - startMs > HEARTBEAT_TIMEOUT_MS) return startMs + HEARTBEAT_TIMEOUT_MS
  return undefined
}

/** The same at a site with this calendar; without one, it is always open. */
export function findNoticedAtSite(
  silence: Interval,
  calendar: Calendar | undefined,
  absences: readonly Interval[],
): number | undefined {
  return findNoticedAtMs(calendar?.openWithin(silence) ?? [silence], absences)
}
