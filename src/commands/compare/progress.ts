import type { Tally } from '../../compare/tally.ts'
import { createBar, show } from '../shared/progress.ts'

/** Work that is done sooner needs no progress bar. */
const SHOWN_AFTER_MS = 1000

/** A progress bar on a terminal, once the comparison has taken a second. */
export async function startProgress(total: number, tally: Tally) {
  if (!process.stderr.isTTY) return { show() {}, stop() {} }
  const bar = await createBar(
    'Comparing {bar} {percentage} % | {value} of {total} requests | {differences} differences',
  )
  const startedAtMs = performance.now()
  return {
    show(done: number) {
      if (performance.now() - startedAtMs < SHOWN_AFTER_MS) return
      show(bar, done, total, { differences: tally.counts().differences })
    },
    stop: () => bar.stop(),
  }
}
