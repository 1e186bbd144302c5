/**
 * Waits for `delayMs`, and then for as long as the page is hidden. It ends early when the page becomes
 * visible, so that a user who returns need not wait.
 * @returns how long it took, in milliseconds
 */
export function wait(delayMs: number, aborted: AbortSignal): Promise<number> {
  const startedMs = performance.now()
  const cleanup = new AbortController()
  return new Promise<number>((resolve, reject) => {
    const endIfVisible = () => {
      if (!document.hidden) resolve(performance.now() - startedMs)
    }
    const timer = setTimeout(endIfVisible, delayMs)
    cleanup.signal.addEventListener('abort', () => clearTimeout(timer))
    document.addEventListener('visibilitychange', endIfVisible, { signal: cleanup.signal })
    aborted.addEventListener('abort', () => reject(aborted.reason), { signal: cleanup.signal })
  }).finally(() => cleanup.abort())
}
