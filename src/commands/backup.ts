import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { backUp } from '../storage/open.ts'
import { note } from './shared/output.ts'
import { createBar, show } from './shared/progress.ts'
import { untilSignal } from './shared/until-signal.ts'

export const backupCommand = new Command('backup')
  .description('copy the database into a new file, as it is at one moment, while it is in use (SQLite)')
  .argument('<file>', 'where to; nothing may be there yet')
  .action(async (file: string) => {
    const bar = process.stderr.isTTY ? await createBar('Copying {bar} {percentage} %') : undefined
    const onProgress = (done: number, total: number) => bar && show(bar, done, total)
    try {
      const signal = untilSignal('no backup was made')
      await backUp(readConfig().databaseUrl, file, { onProgress, signal })
    } finally {
      bar?.stop()
    }
    note(`Backed up to ${file}.`)
  })
