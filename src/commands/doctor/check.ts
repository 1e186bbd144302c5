import type { Config } from '../../config/config.ts'
import type { Database, Purpose } from '../../storage/database.ts'
import { openDatabase } from '../../storage/open.ts'

export interface Check {
  readonly name: string
  /** @throws {Error} whose message names the problem and what to do */
  readonly run: (config: Config) => CheckOutcome | Promise<CheckOutcome>
}

/** A sentence if all is well, or a warning about something that may cause problems later. A check that fails throws. */
export type CheckOutcome = string | { readonly warning: string }

/** A check that needs an open database. */
export function createDatabaseCheck(
  name: string,
  run: (database: Database, config: Config) => Promise<CheckOutcome>,
  purpose: Purpose = 'read',
): Check {
  return {
    name,
    run: async (config) => {
      const database = await openDatabase(config.databaseUrl, purpose, config.readFrom)
      return run(database, config).finally(() => database.close())
    },
  }
}

export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warning' | 'fault'
  readonly message: string
}
