/** The median and the 99th percentile of some times, by nearest rank; null if there are none. */
export function summarizeTimes(timesMs: readonly number[]) {
  const sorted = Float64Array.from(timesMs).sort()
  const rank = (share: number) => sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? null
  return { median: rank(0.5), p99: rank(0.99) }
}
