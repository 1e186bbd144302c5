import type { Interval } from '../../src/lib/time/intervals.ts'
import { merged } from '../../src/lib/time/intervals.ts'
import type { Month } from './month.ts'

/** A time of the month in UTC, such as `10-17 17:39`, in milliseconds since 1970. */
export function timeOf(text: string): number {
  return Date.parse(`2026-${text.replace(' ', 'T')}Z`)
}

/** The minute of a time, as `timeOf` reads it. */
export function minuteTextOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(5, 16).replace('T', ' ')
}

export type Span = readonly [from: string, to: string]

export function intervalOf([from, to]: Span): Interval {
  return { startMs: timeOf(from), endMs: timeOf(to) }
}

const [SHORT_MS, LONG_MS] = [15_000, 240_000]
const [BEFORE_MS, AFTER_MS] = [120_000, 20 * 60_000]

/** The times at which a month is looked at: every four minutes, and every quarter of a minute while something happens. */
export function* stepsOf(month: Month): Generator<number> {
  const close = [...merged(closelySeen(month))]
  const endMs = timeOf(month.to)
  for (let atMs = timeOf(month.from); atMs < endMs; ) {
    const next = close.find((span) => span.endMs > atMs)
    const untilMs = Math.min(atMs + LONG_MS, next?.startMs ?? endMs)
    atMs = next !== undefined && next.startMs <= atMs ? atMs + SHORT_MS : untilMs
    yield atMs
  }
}

function closelySeen({ silences, troubles, deeds, closely }: Month): Interval[] {
  const moments = [
    ...silences.flatMap(({ last, first }) => [last, first]),
    ...troubles.flatMap(({ from, to }) => [from, to]),
    ...deeds.map(({ at }) => at),
  ]
  const around = moments.map((text) => ({
    startMs: timeOf(text) - BEFORE_MS,
    endMs: timeOf(text) + AFTER_MS,
  }))
  return [...around, ...closely.map(intervalOf)].sort((a, b) => a.startMs - b.startMs)
}
