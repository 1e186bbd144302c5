/** Wraps work so that it runs at most once per interval. Calls that come sooner are ignored. */
export function atMostEvery<Parameters extends unknown[]>(
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
