import type { Failure } from '../../browser/request.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'

const REFRESH_MS = 15 * SECOND_MS

/** Refreshes data again and again until it is aborted, while the page is visible. */
export async function keepFresh(
  refresh: () => Promise<Failure | undefined>,
  aborted: AbortSignal,
): Promise<void> {
  while (!aborted.aborted) {
    const failure = await refresh()
    await wait(Math.max(REFRESH_MS, failure?.retryAfterMs ?? 0), aborted)
  }
}

/**
 * Waits for `delayMs`, and then for as long as the page is hidden. It ends early when the page becomes
 * visible, so that a user who returns need not wait, and when it is aborted.
 */
async function wait(delayMs: number, aborted: AbortSignal): Promise<void> {
  const ended = new AbortController()
  await new Promise<void>((resolve) => {
    const endIfVisible = () => (aborted.aborted || !document.hidden) && resolve()
    setTimeout(endIfVisible, aborted.aborted ? 0 : delayMs)
    document.addEventListener('visibilitychange', endIfVisible, { signal: ended.signal })
    aborted.addEventListener('abort', endIfVisible, { signal: ended.signal })
  })
  ended.abort()
}
