/**
 * Waits for `delayMs`, and then for as long as the page is hidden. It ends early when the page becomes
 * visible, so that a user who returns need not wait, and when it is aborted.
 * @returns how long it took, in milliseconds
 */
export async function wait(delayMs: number, aborted: AbortSignal): Promise<number> {
  const startedMs = performance.now()
  const ended = new AbortController()
  await new Promise<void>((resolve) => {
    const endIfVisible = () => (aborted.aborted || !document.hidden) && resolve()
    setTimeout(endIfVisible, aborted.aborted ? 0 : delayMs)
    document.addEventListener('visibilitychange', endIfVisible, { signal: ended.signal })
    aborted.addEventListener('abort', endIfVisible, { signal: ended.signal })
  })
  ended.abort()
  return performance.now() - startedMs
}
