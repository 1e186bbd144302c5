import { setTimeout as sleep } from 'node:timers/promises'
import { reportError } from './report-error.ts'
import { untilStopped } from './until-signal.ts'

/**
 * Runs work now, and again and again, until the process is stopped. An error of a later run is printed, and the work is
 * tried again at the next time.
 * @param intervalMs the time between the end of a run and the start of the next
 * @throws {Error} that of the first run
 */
export async function repeat(
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await untilStopped(async (signal) => {
    await work(signal)
    for (;;) {
      await sleep(intervalMs, undefined, { signal })
      await work(signal).catch((error) => signal.aborted || reportError(error))
    }
  })
}
