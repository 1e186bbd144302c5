import { MINUTE_MS } from '../../lib/time/durations.ts'
import { firstAfter, type Interval } from '../../lib/time/intervals.ts'

/** When a site is open, in a period. */
export type Calendar = ReturnType<typeof createCalendar>

/** Creates a calendar that takes little memory. */
export function createCalendar(period: Interval, closed: readonly Interval[]) {
  const starts = Uint32Array.from(closed, ({ startMs }) => startMs / MINUTE_MS)
  const ends = Uint32Array.from(closed, ({ endMs }) => endMs / MINUTE_MS)
  const firstThatEndsAfter = (atMs: number) =>
    firstAfter(atMs, ends.length, (index) => (ends[index] ?? 0) * MINUTE_MS)

  /** When it is closed, in a part of the period, one interval after another. */
  function* closedWithin({ startMs, endMs }: Interval): Generator<Interval> {
    if (startMs >= endMs) return
    for (let index = firstThatEndsAfter(startMs); index < starts.length; index++) {
      const closedMs = (starts[index] ?? 0) * MINUTE_MS
      if (closedMs >= endMs) return
      const openMs = (ends[index] ?? 0) * MINUTE_MS
      yield { startMs: Math.max(startMs, closedMs), endMs: Math.min(endMs, openMs) }
    }
  }

  return {
    bytes: starts.byteLength + ends.byteLength,
    covers: ({ startMs, endMs }: Interval) => period.startMs <= startMs && endMs <= period.endMs,
    isOpen: (atMs: number) => closedWithin({ startMs: atMs, endMs: atMs + 1 }).next().done === true,
    closedWithin: (part: Interval) => [...closedWithin(part)],

    /** When it is open, in a part of the period, one interval after another. */
    *openWithin(part: Interval): Generator<Interval> {
      let openMs = part.startMs
      for (const { startMs, endMs } of closedWithin(part)) {
        if (openMs < startMs) yield { startMs: openMs, endMs: startMs }
        openMs = endMs
      }
      if (openMs < part.endMs) yield { startMs: openMs, endMs: part.endMs }
    },
  }
}
