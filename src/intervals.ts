/** A time span in milliseconds since 1970. Its end is not part of it. */
export interface Interval {
  readonly startMs: number
  readonly endMs: number
}

/** How long all intervals last. They must not overlap. */
export function durationOf(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
}

/** The parts of intervals that lie within another one. */
export function within(intervals: readonly Interval[], { startMs, endMs }: Interval): Interval[] {
  return intervals.flatMap((interval) => {
    const part = { startMs: Math.max(interval.startMs, startMs), endMs: Math.min(interval.endMs, endMs) }
    return part.startMs < part.endMs ? [part] : []
  })
}

/** The parts of intervals that lie in none of the others. Both must be sorted, and not overlap among themselves. */
export function without(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  return intervals.flatMap((interval) => {
    const parts: Interval[] = []
    let startMs = interval.startMs
    for (const other of within(others, interval)) {
      if (startMs < other.startMs) parts.push({ startMs, endMs: other.startMs })
      startMs = other.endMs
    }
    return startMs < interval.endMs ? [...parts, { startMs, endMs: interval.endMs }] : parts
  })
}

/** Sorts intervals, and joins those that overlap or touch. */
export function joined(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  for (const interval of [...intervals].sort((a, b) => a.startMs - b.startMs)) {
    const last = result.at(-1)
    if (last === undefined || interval.startMs > last.endMs) result.push(interval)
    else result[result.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, interval.endMs) }
  }
  return result
}
