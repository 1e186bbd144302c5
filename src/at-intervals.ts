/** The same work, done once in a time at most; calls that come sooner are left out. */
export function atIntervals<Parameters extends unknown[]>(
  intervalMs: number,
  work: (...parameters: Parameters) => void,
): (...parameters: Parameters) => void {
  let lastAtMs = Number.NEGATIVE_INFINITY

  return (...parameters) => {
    const nowMs = performance.now()
    if (nowMs - lastAtMs < intervalMs) return
    lastAtMs = nowMs
    work(...parameters)
  }
}
