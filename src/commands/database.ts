import { readConfig } from '../config.ts'
import type { Database, Purpose } from '../storage/database.ts'
import { openDatabase } from '../storage/open.ts'

/** Opens the configured database for one command and closes it whatever happens. */
export async function withDatabase<Result>(
  purpose: Purpose,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(readConfig().databaseUrl, purpose)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
