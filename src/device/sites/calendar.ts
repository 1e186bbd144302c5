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
      const closesAtMs = (starts[index] ?? 0) * MINUTE_MS
      if (closesAtMs >= endMs) return
      const opensAtMs = (ends[index] ?? 0) * MINUTE_MS
      yield { startMs: Math.max(startMs, closesAtMs), endMs: Math.min(endMs, opensAtMs) }
    }
  }

  return {
    bytes: starts.byteLength + ends.byteLength,
    covers: ({ startMs, endMs }: Interval) => period.startMs <= startMs && endMs <= period.endMs,
    isOpen: (atMs: number) => closedWithin({ startMs: atMs, endMs: atMs + 1 }).next().done === true,
    closedWithin: (part: Interval) => [...closedWithin(part)],

    /** When it is open, in a part of the period, one interval after another. */
    *openWithin(part: Interval): Generator<Interval> {
      let opensAtMs = part.startMs
      for (const { startMs, endMs } of closedWithin(part)) {
        if (opensAtMs < startMs) yield { startMs: opensAtMs, endMs: startMs }
        opensAtMs = endMs
      }
      if (opensAtMs < part.endMs) yield { startMs: opensAtMs, endMs: part.endMs }
    },
  }
}
