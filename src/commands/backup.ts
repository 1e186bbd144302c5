import { readConfig } from '../config/config.ts'
import { backUp } from '../storage/open.ts'
import { Command } from './shared/command.ts'
import { note } from './shared/output.ts'
import { createBar, show } from './shared/progress.ts'
import { untilSignal } from './shared/until-signal.ts'

export const backupCommand = new Command('backup')
  .description('copy the database into a new file while it is in use (SQLite only)')
  .argument('<file>', 'the path of the copy, which must not exist yet')
  .examples('signage backup backup.db')
  .action(async (file: string) => {
    const bar = process.stderr.isTTY ? await createBar('Copying {bar} {percentage} %') : undefined
    const onProgress = (done: number, total: number) => bar && show(bar, done, total)
    await untilSignal('no backup was made', (signal) =>
      backUp(readConfig().databaseUrl, file, { onProgress, signal }),
    ).finally(() => bar?.stop())
    note(`Backed up to ${file}.`)
  })
