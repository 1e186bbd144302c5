import { Command } from 'commander'
import { migrate } from '../storage/migrations.ts'
import { openStorage } from '../storage/open.ts'
import { lastingDatabaseUrl } from './shared/database.ts'
import { note } from './shared/output.ts'

export const migrateCommand = new Command('migrate')
  .description('create the database, or bring its tables up to date')
  .action(async () => {
    const database = await openStorage(lastingDatabaseUrl(), 'create')
    try {
      const names = await migrate(database)
      note(names.length > 0 ? `Applied ${names.join(', ')}.` : 'The database is up to date.')
    } finally {
      await database.close()
    }
  })
