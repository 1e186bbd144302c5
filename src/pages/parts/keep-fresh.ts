import type { Failure } from '../../browser/request.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'

const REFRESH_MS = 15 * SECOND_MS

/** Refreshes data every 15 seconds while the page is visible, and once it becomes visible, until the signal is aborted. */
export function keepFresh(refresh: () => Promise<Failure | undefined>, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  document.addEventListener('visibilitychange', run, { signal })
  void run()

  async function run(): Promise<void> {
    if (isRunning || signal.aborted || document.hidden) return
    isRunning = true
    clearTimeout(timer)
    let failure: Failure | undefined
    try {
      failure = await refresh()
    } finally {
      isRunning = false
      timer = setTimeout(run, Math.max(REFRESH_MS, failure?.retryAfterMs ?? 0))
    }
  }
}
