import type { Failure } from '../../browser/request.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'

const REFRESH_MS = 15 * SECOND_MS

/** Refreshes data again and again until it is aborted, while the page is visible, and as soon as it becomes visible. */
export function keepFresh(refresh: () => Promise<Failure | undefined>, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  document.addEventListener('visibilitychange', run, { signal })
  void run()

  async function run(): Promise<void> {
    if (isRunning || signal.aborted || document.hidden) return
    isRunning = true
    clearTimeout(timer)
    const failure = await refresh()
    isRunning = false
    timer = setTimeout(run, Math.max(REFRESH_MS, failure?.retryAfterMs ?? 0))
  }
}
