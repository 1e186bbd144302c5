import type { Config } from '../config/config.ts'
import { findHeartbeatsAfter } from '../device/admin-queries.ts'
import type { Database } from '../storage/database.ts'
import { isInMemory, openDatabase } from '../storage/open.ts'
import { type Check, Warning } from './check.ts'

/** Differences between clocks up to this are not reported. */
const TOLERANCE_MS = 60_000

export const databaseCheck: Check = {
  name: 'database',
  needs: ['driver'],
  run: async (config) => {
    await withDatabase(config, async () => {})
    if (isInMemory(config.databaseUrl)) {
      return new Warning(
        'The database is in memory, which keeps nothing: set DATABASE_URL to a file, unless "signage serve --seed FILE" is to be tried.',
      )
    }
    return 'The database is that of this version of signage.'
  },
}

export const clockCheck: Check = {
  name: 'clock',
  needs: ['database'],
  run: async (config) => {
    const latest = new Date(Date.now() + TOLERANCE_MS).toISOString()
    const { count, last } = await withDatabase(config, (database) => findHeartbeatsAfter(database, latest))
    if (count === 0) return `It is ${new Date().toISOString()}, and no device has a heartbeat of the future.`
    return new Warning(
      `It is ${new Date().toISOString()}, but devices have heartbeats of the future, up to ${last} (${count} of them): set the clock of this machine, or of who sends them, right.`,
    )
  },
}

async function withDatabase<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(config.databaseUrl, 'read', config)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
