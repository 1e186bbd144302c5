/**
 * Waits for `delayMs`, and then for as long as the page is hidden. It ends early when the page becomes
 * visible, so that a user who returns need not wait.
 * @returns how long it took, in milliseconds
 */
export function rest(delayMs: number, ended: AbortSignal): Promise<number> {
  const begunMs = performance.now()
  const over = new AbortController()
  return new Promise<number>((resolve, reject) => {
    const wake = () => {
      if (!document.hidden) resolve(performance.now() - begunMs)
    }
    const timer = setTimeout(wake, delayMs)
    over.signal.addEventListener('abort', () => clearTimeout(timer))
    document.addEventListener('visibilitychange', wake, { signal: over.signal })
    ended.addEventListener('abort', () => reject(ended.reason), { signal: over.signal })
  }).finally(() => over.abort())
}
