import { setImmediate } from 'node:timers/promises'
import type { Query, Snapshot } from '../database.ts'
import { createSnapshot } from '../snapshot.ts'
import { connect } from './connection.ts'
import { translateErrors } from './errors.ts'
import { createPrepare } from './prepared-statements.ts'

type Prepare = ReturnType<typeof createPrepare>

const FIRST_READ = 'SELECT 1 FROM sqlite_schema'

/**
 * Opens snapshots of a file. Each is a transaction on a connection of its own: on the connection of the service, all other reads
 * would be part of it. Connections are used again, because each one stays in memory for good, with all of its statements.
 */
export function createSnapshots(path: string) {
  const idle: SnapshotConnection[] = []
  let isClosed = false

  function end(used: SnapshotConnection): void {
    // SQLite itself ends the transaction after a failure of the disk or of memory.
    const isSound = used.connection.inTransaction
    if (isSound) used.connection.exec('COMMIT; PRAGMA shrink_memory')
    if (isSound && !isClosed) idle.push(used)
    else used.connection.close()
  }

  return {
    open(): Snapshot {
      const used = idle.pop() ?? openConnection(path)
      try {
        used.connection.exec('BEGIN')
        // The first read takes the snapshot.
        used.prepare(FIRST_READ).get()
      } catch (error) {
        used.connection.close()
        throw error
      }
      return createSnapshot(createYieldingReader(used.prepare), async () => end(used))
    },
    /** Closes the connections. A snapshot that is open is closed by its reader. */
    close(): void {
      isClosed = true
      for (const { connection } of idle) connection.close()
    },
  }
}

type SnapshotConnection = ReturnType<typeof openConnection>

function openConnection(path: string) {
  const connection = connect(path, 'read')
  return { connection, prepare: createPrepare(connection) }
}

/** SQLite blocks the thread, so other requests are answered before each query. */
export function createYieldingReader(prepare: Prepare): Snapshot['all'] {
  return async <Row>({ sql, parameters }: Query) => {
    await setImmediate()
    return translateErrors(() => prepare(sql).all(parameters) as Row[])
  }
}
