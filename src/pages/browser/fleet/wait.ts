/**
 * Waits for `delayMs`, and then for as long as the page is hidden. It ends early when the page becomes
 * visible, so that a user who returns need not wait, and when it is aborted.
 * @returns how long it took, in milliseconds
 */
export function wait(delayMs: number, aborted: AbortSignal): Promise<number> {
  const startedMs = performance.now()
  return new Promise((resolve) => {
    const ending = new AbortController()
    const { signal } = ending
    const timer = setTimeout(endIfVisible, delayMs)
    document.addEventListener('visibilitychange', endIfVisible, { signal })
    aborted.addEventListener('abort', end, { signal })
    if (aborted.aborted) end()

    function endIfVisible(): void {
      if (!document.hidden) end()
    }

    function end(): void {
      ending.abort()
      clearTimeout(timer)
      resolve(performance.now() - startedMs)
    }
  })
}
