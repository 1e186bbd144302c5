/** A time span in milliseconds since 1970. Its end is not part of it. */
export interface Interval {
  readonly startMs: number
  readonly endMs: number
}

/** How long all intervals last. They must not overlap. */
export function durationOf(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
}

/** The parts of `intervals` that lie within one interval. `intervals` must be sorted and must not overlap. */
export function within(intervals: readonly Interval[], { startMs, endMs }: Interval): Interval[] {
  const parts: Interval[] = []
  if (startMs >= endMs) return parts
  for (let index = firstAfter(startMs, intervals.length, (n) => intervals[n]?.endMs ?? endMs); ; index++) {
    const interval = intervals[index]
    if (interval === undefined || interval.startMs >= endMs) return parts
    parts.push({ startMs: Math.max(interval.startMs, startMs), endMs: Math.min(interval.endMs, endMs) })
  }
}

/** The index of the first of `length` sorted times that is after `atMs`; `length` if there is none. */
export function firstAfter(atMs: number, length: number, timeAt: (index: number) => number): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (timeAt(middle) > atMs) high = middle
    else low = middle + 1
  }
  return low
}

/** The parts of intervals that lie in none of the others. Both must be sorted, and not overlap among themselves. */
export function without(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  return intervals.flatMap((interval) => [...gapsIn(interval, others)])
}

/** Like `without`, for one interval, and one part at a time: the first may be enough. */
export function* gapsIn({ startMs, endMs }: Interval, others: readonly Interval[]): Generator<Interval> {
  let fromMs = startMs
  for (let index = firstAfter(startMs, others.length, (n) => others[n]?.endMs ?? endMs); ; index++) {
    const other = others[index]
    if (other === undefined || other.startMs >= endMs) break
    if (fromMs < other.startMs) yield { startMs: fromMs, endMs: other.startMs }
    fromMs = other.endMs
  }
  if (fromMs < endMs) yield { startMs: fromMs, endMs }
}

/** Sorts intervals, and joins intervals that overlap or touch. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  for (const interval of [...intervals].sort((a, b) => a.startMs - b.startMs)) {
    const last = result.at(-1)
    if (last === undefined || interval.startMs > last.endMs) result.push(interval)
    else result[result.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, interval.endMs) }
  }
  return result
}
