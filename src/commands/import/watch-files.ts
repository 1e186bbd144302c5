import { type BigIntStats, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { printToStderr } from '../shared/output.ts'
import { reportError } from '../shared/report-error.ts'
import { untilStopped } from '../shared/stop-signals.ts'

/** The polling interval. Notifications of the operating system are not used, because they miss changes on network drives. */
const INTERVAL_MS = 200
/** A file that changes is read once it has not changed for this long: until then it may be half-written. */
const SETTLED_MS = 1000

/**
 * Runs work now, and again whenever a file changes, until the process is stopped. After an error of a later run, the
 * function prints the error and waits for the next change.
 * @throws the error of the first run
 */
export async function watchFiles(files: readonly string[], work: () => Promise<void>): Promise<void> {
  let seen = stateOf(files)
  await work()
  printToStderr(`Watching ${files.join(', ')}. Stop with Ctrl+C.`)
  await untilStopped(async (signal) => {
    for (;;) {
      seen = await nextState(files, seen, signal)
      await work().catch(reportError)
    }
  })
}

/** Waits until files change and then stay the same. @returns their new state */
async function nextState(files: readonly string[], seen: string, signal: AbortSignal): Promise<string> {
  let state = seen
  let changedAtMs = Number.NaN
  for (;;) {
    await sleep(INTERVAL_MS, undefined, { signal })
    const current = stateOf(files)
    if (current !== state) {
      state = current
      changedAtMs = performance.now()
    } else if (state !== seen && !state.includes(MISSING) && performance.now() - changedAtMs >= SETTLED_MS) {
      return state
    }
  }
}

const MISSING = 'missing'

/** A text that differs if a file has changed, was replaced or is missing. */
function stateOf(files: readonly string[]): string {
  return files.map((file) => fileState(statSync(file, { bigint: true, throwIfNoEntry: false }))).join()
}

function fileState(stats: BigIntStats | undefined): string {
  return stats === undefined ? MISSING : `${stats.ino} ${stats.size} ${stats.mtimeNs}`
}
