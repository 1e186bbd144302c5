import type pg from 'pg'
import type { Database, Purpose, Query, ReadFrom, Snapshot, Statement, StoredRow } from '../database.ts'
import { oncePerTurn } from '../once-per-turn.ts'
import { createSnapshot } from '../snapshot.ts'
import { BEGIN_BATCH, queryRows, runBatch } from './batch.ts'
import { queryTimeoutMs } from './connection-options.ts'
import { parseConnectionUrl } from './connection-url.ts'
import { storageUnavailable, translateError } from './errors.ts'
import { createServerGroup, type ServerGroup } from './server-group.ts'

const TABLE_NAMES = 'SELECT tablename AS name FROM pg_catalog.pg_tables WHERE schemaname = current_schema()'

/**
 * Opens a PostgreSQL database. Connections are made on first use.
 * @throws {StorageOperatorError} if the URL is invalid
 */
export function openPostgres(
  url: string,
  purpose: Purpose,
  readFrom: ReadFrom,
  settings = parseConnectionUrl(url),
): Database {
  const group = createServerGroup(settings, purpose, readFrom)
  const limitMs = queryTimeoutMs(settings, purpose)
  const all = async <Row>(query: Query) => (await group.use((server) => server.query(query))) as Row[]

  return {
    engine: 'postgres',
    url,
    get: async <Row>(query: Query) => (await all<Row>(query))[0],
    all,
    contentVersion: createContentVersionReader(group),
    readTogether: async <Rows extends unknown[][]>(queries: readonly Query[]) =>
      (await group.use((server) => server.withClient((client) => readSnapshot(client, queries)))) as Rows,
    openSnapshot: () => openSnapshot(group),
    batch: (statements) => batch(group, statements, limitMs),
    tableNames: async () => (await all<{ name: string }>({ sql: TABLE_NAMES })).map(({ name }) => name),
    warnings: group.warnings,
    close: () => group.close(),
  }
}

/** Until the transaction has begun, nothing is written, so another connection may be tried. */
function batch(
  group: ServerGroup,
  statements: Iterable<Statement>,
  limitMs: number | undefined,
): Promise<number> {
  let hasBegun = false
  const run = async (client: pg.ClientBase) => {
    await client.query(BEGIN_BATCH)
    hasBegun = true
    return runBatch(client, statements, limitMs)
  }
  return group.use(
    (server) => server.withClient(run),
    () => !hasBegun,
  )
}

function createContentVersionReader(group: ServerGroup) {
  let contentVersion = 0
  let seen = ''

  return oncePerTurn(async () => {
    // Read the epoch before the query. If another server takes over meanwhile, data read from it may be older
    // than this version, so the next call must report a change.
    const epoch = group.epoch()
    const [row] = await group.use((server) => server.query({ sql: 'SELECT version FROM content_version' }))
    if (row === undefined) throw storageUnavailable('content_version is empty')
    const current = `${epoch} ${row['version']}`
    if (current !== seen) contentVersion++
    seen = current
    return contentVersion
  })
}

/** Sends all queries at once, so that a snapshot takes one round trip however many queries there are. */
async function readSnapshot(client: pg.ClientBase, queries: readonly Query[]) {
  const [, ...results] = await Promise.all([
    client.query(BEGIN_SNAPSHOT).then((): StoredRow[] => []),
    ...queries.map((query) => queryRows(client, query)),
    client.query('COMMIT').then((): StoredRow[] => []),
  ])
  return results.slice(0, queries.length)
}

const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Opens a transaction on a separate connection, which lasts until the snapshot is closed. */
function openSnapshot(group: ServerGroup): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    let isOpen = false
    const holdUntilClosed = (client: pg.ClientBase) =>
      new Promise<void>((close, fail) => {
        const all = async <Row>(query: Query) => {
          try {
            return (await queryRows(client, query)) as Row[]
          } catch (error) {
            fail(error)
            throw translateError(error)
          }
        }
        resolve(createSnapshot(all, async () => close()))
      })
    const work = async (client: pg.ClientBase) => {
      // The first query takes the snapshot, and not BEGIN.
      await Promise.all([client.query(BEGIN_SNAPSHOT), client.query('SELECT 1')])
      isOpen = true
      await holdUntilClosed(client)
      await client.query('COMMIT')
    }
    // Once the snapshot is open, its queries report errors.
    group
      .use(
        (server) => server.withClient(work),
        () => !isOpen,
      )
      .catch(reject)
  })
}
