import { CommandError } from '../../command-error.ts'
import { readConfig } from '../../config/config.ts'
import type { Database, Purpose } from '../../storage/database.ts'
import { isInMemory, openDatabase } from '../../storage/open.ts'

/**
 * The DATABASE_URL for a command that reads or writes stored data.
 * @throws {CommandError} if it names a database in memory: that is empty, and lost when the command ends
 */
export function lastingDatabaseUrl(): string {
  const { databaseUrl } = readConfig()
  if (!isInMemory(databaseUrl)) return databaseUrl
  throw new CommandError(
    'DATABASE_URL names a database in memory, which keeps nothing: set it to a file; only "signage serve --seed FILE" can use one in memory.',
  )
}

/** Opens the configured database for one command, and always closes it. */
export async function withDatabase<Result>(
  purpose: Purpose,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(lastingDatabaseUrl(), purpose)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
