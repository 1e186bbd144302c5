import type { DataVersion } from './database.ts'

/** A periodic check of the data version. */
export interface Poll {
  /** Checks now. */
  readonly poll: () => Promise<void>
  readonly stop: () => void
}

/**
 * Calls the listener once at the start, and whenever the data version has changed since the last check.
 * @param state see `Database.dataVersion`
 */
export function pollDataVersion(
  state: () => DataVersion | Promise<DataVersion>,
  intervalMs: number,
  listener: () => void,
): Poll {
  let known: DataVersion | undefined
  let isStopped = false

  async function poll(): Promise<void> {
    const current = await state()
    if (current === known || isStopped) return
    known = current
    listener()
  }

  // While the database is unavailable, polling continues and no change is reported.
  const timer = setInterval(() => poll().catch(() => {}), intervalMs).unref()
  return {
    poll,
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}
