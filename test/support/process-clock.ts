import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './database.ts'

const MODULE = (file: string) => `
import { readFileSync } from 'node:fs'
for (const clock of [Date, performance]) {
  const now = clock.now.bind(clock)
  clock.now = () => now() + Number(readFileSync(${JSON.stringify(file)}, 'utf8'))
}`

/**
 * Creates a clock for processes, which a test sets forward: the time of day and that of `performance.now`. So both pass while a
 * process is stopped, as they do on a real machine.
 */
export function createProcessClock() {
  const file = join(temporaryFolder(), 'offset')
  let offsetMs = 0
  const write = () => writeFileSync(file, String(offsetMs))
  write()
  return {
    /** What gives a process this clock. */
    environment: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(MODULE(file))}` },
    pass(ms: number): void {
      offsetMs += ms
      write()
    },
  }
}
