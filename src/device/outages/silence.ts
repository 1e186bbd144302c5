import { gapsIn, type Interval } from '../../intervals.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../presence.ts'

/**
 * When a silence was noticed: as soon as five minutes of it counted, without a closing time between them. Undefined if it is none
 * that matters.
 * @param open the parts of it in which the site was open
 * @param absences when no service was there, so that it is unknown whether a device was silent; sorted, without overlaps
 */
export function noticedAt(open: Iterable<Interval>, absences: readonly Interval[]): number | undefined {
  for (const part of open) {
    let leftMs = HEARTBEAT_TIMEOUT_MS
    for (const { startMs, endMs } of gapsIn(part, absences)) {
      if (endMs - startMs > leftMs) return startMs + leftMs
      leftMs -= endMs - startMs
    }
  }
  return undefined
}
