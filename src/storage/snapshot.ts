import type { Database, Query, Snapshot } from './database.ts'

/** Creates a snapshot that an engine has opened. */
export function createSnapshot(all: Snapshot['all'], close: Snapshot['close']): Snapshot {
  return {
    all,
    async readTogether<Rows extends unknown[][]>(queries: readonly Query[]) {
      const rows: unknown[][] = []
      for (const query of queries) rows.push(await all(query))
      return rows as Rows
    },
    close,
  }
}

/** Reads from one snapshot, and closes it in any case. */
export async function withSnapshot<Result>(
  database: Database,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const snapshot = await database.openSnapshot()
  return read(snapshot).finally(snapshot.close)
}

/** Yields parts that are read from one snapshot, and closes it in any case. */
export async function* fromSnapshot<Part>(
  database: Database,
  read: (snapshot: Snapshot) => AsyncIterable<Part>,
): AsyncGenerator<Part> {
  const snapshot = await database.openSnapshot()
  try {
    yield* read(snapshot)
  } finally {
    await snapshot.close()
  }
}
