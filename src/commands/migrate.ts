import { readConfig } from '../config/config.ts'
import { Command } from './shared/command.ts'
import { migrateWithNotice, openToMigrate, persistentDatabaseUrl } from './shared/database.ts'
import { printToStderr } from './shared/output.ts'

export const migrateCommand = new Command('migrate')
  .description('create the database, or migrate it to this version')
  .examples('signage migrate', 'SIGNAGE_DATABASE_URL=/srv/signage.db signage migrate')
  .action(async () => {
    const { startupTimeoutMs } = readConfig()
    const database = await openToMigrate(persistentDatabaseUrl(), startupTimeoutMs)
    const names = await migrateWithNotice(database).finally(() => database.close())
    printToStderr(names.length > 0 ? `Applied ${names.join(', ')}.` : 'The database is up to date.')
  })
