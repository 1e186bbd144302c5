import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { importDocument, openDatabase } from 'signage-service'
import { prepare, preventGarbageCollection } from '../../src/storage/sqlite/prepared-statements.ts'
import { type Copy, copiesFor, type Size } from './copies.ts'
import { createMenuOf50, MENU_ID, USER } from './database.ts'
import { createDevices, deviceId } from './devices.ts'

export const SMALL: Size = { devices: 1000, menus: 10, keys: 1, granted: 1 }
export const MANY_KEYS: Size = { ...SMALL, keys: 1000 }
export const LARGE: Size = { devices: 1_000_000, menus: 10_000, keys: 1000, granted: 1000 }
export const KEY_OF_ONE = 'benchmark-key-of-one-menu'
export const KEY_OF_MANY = 'benchmark-key-of-many-menus'

const ORIGINALS = {
  deviceId: deviceId(0),
  menuId: MENU_ID,
  userId: USER,
  keyName: 'One',
  keyNameOfMany: 'Many',
}

/** Fills a new database with one device, one menu and one key, and copies them up to the given size. */
export async function createGrownDatabase(url: string, size: Size): Promise<void> {
  const engine = await importOriginals(url, size)
  const copies = copiesFor(engine, size, ORIGINALS)
  if (engine === 'sqlite') copyInSqlite(url, copies)
  else await copyInPostgres(url, copies)
}

async function importOriginals(url: string, { granted }: Size) {
  const database = await openDatabase(url, 'create')
  const key = { user: USER, scopes: ['device:read'], menus: [MENU_ID] }
  const one = { ...key, key: KEY_OF_ONE, name: ORIGINALS.keyName }
  const many = { ...key, key: KEY_OF_MANY, name: ORIGINALS.keyNameOfMany }
  await importDocument(database, {
    users: [{ id: USER, name: 'Benchmark' }],
    devices: [...createDevices(0, 1)],
    menus: [createMenuOf50()],
    apiKeys: granted > 1 ? [one, many] : [one],
  })
  await database.close()
  return database.engine
}

function copyInSqlite(path: string, copies: readonly Copy[]): void {
  const connection = preventGarbageCollection(new Sqlite(path))
  // The database can be created again after a power failure. The cache is large enough for the largest tables.
  connection.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000')
  connection.transaction(() => {
    for (const { sql, parameters } of copies) prepare(connection, sql).run(parameters)
  })()
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  connection.close()
}

async function copyInPostgres(url: string, copies: readonly Copy[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  // This disables triggers and foreign keys. Copies refer only to copies, and no client has read the database yet.
  await client.query('SET session_replication_role = replica; SET synchronous_commit = off')
  for (const { sql, parameters } of copies) {
    let count = 0
    await client.query(
      sql.replaceAll('?', () => `$${++count}`),
      [...parameters],
    )
  }
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  await client.end()
}
