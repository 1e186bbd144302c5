import { readConfig } from '../config/config.ts'
import { backUp } from '../storage/open.ts'
import { Command } from './shared/command.ts'
import { printStart, printToStderr } from './shared/output.ts'

export const backupCommand = new Command('backup')
  .description('copy the database into a new file while it is in use (SQLite only)')
  .argument('<file>', 'the path of the copy, which must not exist yet')
  .examples('signage backup backup.db')
  .action(async (file: string) => {
    printStart('Backing up')
    await backUp(readConfig().databaseUrl, file)
    printToStderr(`Backed up to ${file}.`)
  })
