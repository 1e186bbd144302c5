import { setImmediate } from 'node:timers/promises'
import type { Database, Query, QueryRunner, Snapshot } from '../../storage/database.ts'

/** Reads from one snapshot, and closes it in any case. */
export async function withSnapshot<Result>(
  database: Database,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const snapshot = await database.openSnapshot()
  try {
    return await read({ ...snapshot, all: (query) => inTurn(() => snapshot.all(query)) })
  } finally {
    await snapshot.close()
  }
}

/** SQLite reads in the thread that answers screens, so these come first. */
async function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
  await setImmediate()
  return read()
}

/** Runs queries in a snapshot as a database does. */
export function toQueryRunner(snapshot: Snapshot): QueryRunner {
  return {
    all: (sql, ...parameters) => snapshot.all({ sql, parameters }),
    async snapshot<Rows extends unknown[][]>(queries: readonly Query[]) {
      const rows: unknown[][] = []
      for (const query of queries) rows.push(await snapshot.all(query))
      return rows as Rows
    },
  }
}
