import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { Refusal } from '../refusal.ts'
import { backUp } from '../storage/open.ts'
import { note } from './output.ts'
import { createBar, show } from './progress.ts'

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export const backupCommand = new Command('backup')
  .description('copy the database into a new file, as it is at one moment, while it is in use (SQLite)')
  .argument('<file>', 'where to; nothing may be there yet')
  .action(async (file: string) => {
    const bar = process.stderr.isTTY ? await createBar('Copying {bar} {percentage} %') : undefined
    const onProgress = (done: number, total: number) => bar && show(bar, done, total)
    try {
      await backUp(readConfig().databaseUrl, file, { onProgress, signal: untilSignal() })
    } finally {
      bar?.stop()
    }
    note(`Backed up to ${file}.`)
  })

/** Ends the backup, not the process, which would leave half a file. */
function untilSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ENDING_SIGNALS) {
    process.once(signal, () => controller.abort(new Refusal(`Stopped by ${signal}: no backup was made.`)))
  }
  return controller.signal
}
