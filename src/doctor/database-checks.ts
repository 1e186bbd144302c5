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
        'The database is in memory, so its data is lost when the process ends: set DATABASE_URL to a file. Only "signage serve --seed FILE" can use a database in memory.',
      )
    }
    return 'The database can be opened, and its tables are those of this version.'
  },
}

export const clockCheck: Check = {
  name: 'clock',
  needs: ['database'],
  run: async (config) => {
    const latest = new Date(Date.now() + TOLERANCE_MS).toISOString()
    const { count, last } = await withDatabase(config, (database) => findHeartbeatsAfter(database, latest))
    if (count === 0) return `It is ${new Date().toISOString()}, and no heartbeat is in the future.`
    return new Warning(
      `It is ${new Date().toISOString()}, but heartbeats of ${count === 1 ? '1 device' : `${count} devices`} are in the future, up to ${last}: correct the clock of this machine, or of the sender of the heartbeats.`,
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
