import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { StorageOperatorError, StorageUnavailableError } from '../../src/storage/database.ts'
import { BOUND_LIST, boundList } from '../../src/storage/define-query.ts'
import { readMigrations } from '../../src/storage/migrations.ts'
import { openDatabase, openUnchecked } from '../../src/storage/open.ts'
import { testStorageContract } from '../storage-contract.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { runPostgres } from '../support/postgres-client.ts'
import { startWire } from '../support/wire.ts'

const shared = await createPostgresDatabase()
testStorageContract('PostgreSQL', () => openUnchecked(shared, 'create'), [{ script: 'SELECT pg_sleep(0.2)' }])

const migrated = await createPostgresDatabase()
await (await openDatabase(migrated, 'create')).close()

/** Locks a table so that other sessions cannot even read it. */
async function lockTable(url: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  return () => client.end()
}

describe('opening', () => {
  test('to read or to write never creates tables: the error for an outdated database names the command to run', async () => {
    const empty = await createPostgresDatabase()
    for (const purpose of ['read', 'write'] as const) {
      await expect(openDatabase(empty, purpose)).rejects.toThrow(
        'The database is not up to date: run "signage migrate" first.',
      )
    }
  })

  test('to read gives connections that cannot write', async () => {
    const database = await openDatabase(migrated, 'read')
    await expect(database.batch([{ sql: 'DELETE FROM users' }])).rejects.toBeInstanceOf(StorageOperatorError)
    await expect(database.all({ sql: 'DELETE FROM users' })).rejects.toBeInstanceOf(StorageOperatorError)
    await database.close()
  })

  test('a full disk of its server needs an operator', async () => {
    const database = await openDatabase(migrated, 'write')
    onTestFinished(() => database.close())
    const failing = { script: 'DO $$ BEGIN RAISE disk_full; END $$' }
    await expect(database.batch([failing])).rejects.toThrow(StorageOperatorError)
  })

  test.each([
    [/\/\w+$/, '/signage_nowhere', 'The database in DATABASE_URL does not exist: create it, or use another.'],
    [/:\d+\//, ':1/', 'The database cannot be used: connect ECONNREFUSED 127.0.0.1:1.'],
  ])('with a wrong part of the URL fails: %s', async (part, wrong, message) => {
    await expect(openDatabase(migrated.replace(part, wrong), 'read')).rejects.toThrow(message)
  })

  test('a database of another program is rejected', async () => {
    const foreign = await createPostgresDatabase()
    await runPostgres(foreign, 'CREATE TABLE accounts (id text)')
    for (const purpose of ['read', 'create'] as const) {
      await expect(openDatabase(foreign, purpose)).rejects.toThrow(
        'DATABASE_URL names a database of another program',
      )
    }
  })

  test('twenty processes may migrate a database at once', async () => {
    const url = await createPostgresDatabase()
    const cli = new URL('../../dist/bundle/cli.js', import.meta.url).pathname
    const options = { env: { ...process.env, DATABASE_URL: url } }
    const runs = await Promise.all(
      Array.from({ length: 20 }, () => promisify(execFile)(process.execPath, [cli, 'migrate'], options)),
    )
    const notes = runs.map(({ stderr }) => stderr.trim())
    const applied = notes.flatMap((note) => note.match(/\d{4}-[\w-]+\.sql/g) ?? [])
    expect(applied.sort()).toEqual(readMigrations('postgres').map(({ name }) => name))
    for (const note of notes)
      expect(note).toMatch(
        // A busy machine may not let the server answer in time.
        /^(The database cannot be used: .*\n)?(Creating .*\n)?(Applied |The database is up to date\.$)/,
      )
  })
})

describe('text that no database can store is found in none', () => {
  test.each(['\0', 'a\0b', '\ud800', '{', '\\', '"'])('%j', async (id) => {
    const database = await openDatabase(migrated, 'read')
    const sql = `SELECT id FROM menus WHERE id IN ${BOUND_LIST}`
    expect(await database.all({ sql, parameters: [boundList([id])] })).toEqual([])
    expect(
      await database.get({ sql: 'SELECT id FROM devices WHERE id = ?', parameters: [id] }),
    ).toBeUndefined()
    await database.close()
  })
})

test('a read of a table that another session has locked fails after statement_timeout', async () => {
  const database = await openDatabase(`${migrated}?pool_size=1&statement_timeout=500`, 'read')
  const release = await lockTable(migrated, 'menu_items')
  const queries = [{ sql: 'SELECT id FROM menu_items' }]
  const reading = database.readTogether(queries)
  expect(await database.all({ sql: 'SELECT id FROM menus' }), 'a lookup does not wait for it').toEqual([])
  await expect(reading).rejects.toBeInstanceOf(StorageUnavailableError)
  await release()
  expect(await database.readTogether(queries)).toEqual([[]])
  await database.close()
})

test('a snapshot does not contain a commit that happens while it is read', async () => {
  const database = await openDatabase(migrated, 'read')
  const release = await lockTable(migrated, 'menu_items')
  const users = { sql: 'SELECT id FROM users ORDER BY id' }
  const reading = database.readTogether([users, { sql: 'SELECT id FROM menu_items' }, users])
  const sql =
    "SELECT 1 AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  await expect.poll(() => database.get({ sql })).toEqual({ waiting: 1 })
  await runPostgres(migrated, "INSERT INTO users (id, name) VALUES ('meanwhile', 'during the snapshot')")
  await release()
  const [before, , after] = await reading
  expect(after).toEqual(before)
  expect(await database.all(users)).toContainEqual({ id: 'meanwhile' })
  await database.close()
})

describe('late results', () => {
  /** A reader that is connected to the database through a proxy. */
  async function openByWire() {
    const wire = await startWire(Number(new URL(migrated).port || 5432))
    const database = await openDatabase(migrated.replace(/:\d+\//, `:${wire.port}/`), 'read')
    await database.contentVersion()
    await database.readTogether([{ sql: 'SELECT 1' }])
    onTestFinished(() => wire.close())
    return { wire, database }
  }

  test('a content version that is requested after a commit is not the result of an earlier query', async () => {
    const { wire, database } = await openByWire()
    wire.hold()
    const before = database.contentVersion()
    await wire.untilHeld(1)
    await runPostgres(migrated, "INSERT INTO users (id, name) VALUES ('late', 'after the question')")
    const after = database.contentVersion()
    wire.release()
    expect(await after).toBeGreaterThan(await before)
    await database.close()
  })
})

test('a batch uses no plan that reads a whole table because the table was empty before', async () => {
  const database = await openDatabase(migrated, 'create')
  const sql = "INSERT INTO users (id, name) SELECT 'setting', current_setting('enable_seqscan')"
  await database.batch([{ sql }])
  expect(await database.get({ sql: "SELECT name FROM users WHERE id = 'setting'" })).toEqual({ name: 'off' })
  expect(await database.get({ sql: "SELECT current_setting('enable_seqscan') AS setting" })).toEqual({
    setting: 'on',
  })
  await database.close()
})

test('a batch waits for the lock, but not forever', async () => {
  const database = await openDatabase(migrated, 'write')
  const other = await openDatabase(migrated, 'write')
  const holder = new pg.Client(migrated)
  await holder.connect()
  await holder.query('BEGIN; SELECT pg_advisory_xact_lock(7446244703)')
  const waiting = database.batch([{ sql: "INSERT INTO users (id, name) VALUES ('waiting', 'w')" }])
  await expect(waiting).rejects.toThrow('canceling statement due to lock timeout')
  const patient = other.batch([{ sql: "INSERT INTO users (id, name) VALUES ('patient', 'p')" }])
  await sleep(300)
  await holder.end()
  expect(await patient).toBe(1)
  await Promise.all([database.close(), other.close()])
})

describe('statement_timeout', () => {
  /** A database for HTTP changes, whose statements may take a second. */
  async function openLimited() {
    const url = await createPostgresDatabase()
    await runPostgres(url, 'CREATE TABLE notes (id text)')
    const database = await openUnchecked(`${url}?statement_timeout=1000`, 'server-write')
    onTestFinished(() => database.close())
    return { url, database }
  }
  const insert = { sql: 'INSERT INTO notes (id) VALUES (?)', rows: [['a']] }
  const notes = { sql: 'SELECT id FROM notes' }
  const take = (seconds: number) => ({ sql: `SELECT pg_sleep(${seconds})` })

  test('limits each statement of a batch, and not the batch', async () => {
    const { database } = await openLimited()
    await database.batch([insert, ...Array.from({ length: 10 }, () => take(0.4))])
    expect(await database.all(notes)).toEqual([{ id: 'a' }])
    await expect(database.batch([insert, take(3)])).rejects.toBeInstanceOf(StorageUnavailableError)
    expect(await database.all(notes)).toEqual([{ id: 'a' }])
  })

  test('does not limit the commit: a batch that is reported as failed was not committed', async () => {
    const { url, database } = await openLimited()
    await runPostgres(
      url,
      `CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(3); RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON notes DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION take_long()`,
    )
    expect(await database.batch([insert])).toBe(1)
    expect(await database.all(notes)).toEqual([{ id: 'a' }])
  })
})

test('connections that the server closes are reopened without failing queries', async () => {
  const database = await openDatabase(migrated, 'read')
  const sql = 'SELECT 1 AS one'
  for (let n = 0; n < 30; n++) {
    const snapshots = Array.from({ length: 4 }, () => database.readTogether([{ sql }]))
    await Promise.all([...snapshots, database.all({ sql })])
    await runPostgres(
      migrated,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'signage'",
    )
    await sleep(n % 3)
    const results = await Promise.all([
      database.readTogether([{ sql }]),
      database.all({ sql }),
      database.all({ sql }),
    ])
    expect(results).toEqual([[[{ one: 1 }]], [{ one: 1 }], [{ one: 1 }]])
  }
  await database.close()
})

test('a closed database rejects queries', async () => {
  const database = await openDatabase(migrated, 'read')
  await database.close()
  await expect(database.all({ sql: 'SELECT 1' })).rejects.toThrow('The database was closed.')
})

describe('text is sorted by its bytes, whatever the locale of the database', () => {
  test('as on every engine', async () => {
    const database = await openDatabase(migrated, 'create')
    afterAll(() => database.close())
    const names = ['b', 'B', 'a', 'É', 'é', 'z', '_', '-', '💥', '\uffee']
    await database.batch([
      { sql: 'INSERT INTO users (id, name) VALUES (?, ?)', rows: names.map((name) => [name, name]) },
    ])
    const rows = await database.all<{ id: string }>({
      sql: 'SELECT id FROM users WHERE name = id ORDER BY id',
    })
    const byBytes = names.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    expect(rows.map(({ id }) => id)).toEqual(byBytes)
  })
})
