import { type Interval, without } from '../../intervals.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../presence.ts'

/** The times in which silence does not count. Both are sorted, and do not overlap among themselves. */
export interface Uncounted {
  /** No service was there, so it is unknown whether a device was silent. */
  readonly absences: readonly Interval[]
  /** The site was closed. */
  readonly closed: readonly Interval[]
}

/**
 * When a silence was noticed: as soon as five minutes of it counted, without a closing time between them. Undefined if it is none
 * that matters.
 */
export function noticedAt(silence: Interval, { absences, closed }: Uncounted): number | undefined {
  for (const open of without([silence], closed)) {
    let leftMs = HEARTBEAT_TIMEOUT_MS
    for (const { startMs, endMs } of without([open], absences)) {
      if (endMs - startMs > leftMs) return startMs + leftMs
      leftMs -= endMs - startMs
    }
  }
  return undefined
}
