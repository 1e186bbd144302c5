import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Purpose } from '../../src/storage/database.ts'
import { migrate, readMigrations } from '../../src/storage/migrations.ts'
import { openUnchecked } from '../../src/storage/open.ts'
import { madeUp, openFilled, readAll } from '../support/old-database.ts'
import { createMigratedPostgres, createPostgresOnSocket } from '../support/postgres.ts'
import { runPostgres } from '../support/postgres-client.ts'
import { startSignage } from '../support/process.ts'

const waitingFor = (table: string) => `
SELECT 1 FROM pg_locks JOIN pg_class ON pg_class.oid = relation WHERE relname = '${table}' AND NOT granted`

async function open(url: string, purpose: Purpose) {
  const database = await openUnchecked(url, purpose)
  onTestFinished(() => database.close())
  return database
}

/** Holds the lock of the writer, as an import does. */
async function startWriting(url: string) {
  const writer = new pg.Client(url)
  await writer.connect()
  await writer.query('BEGIN; SELECT pg_advisory_xact_lock(7446244703)')
  return writer
}

const next = (script: string) => [
  ...readMigrations('postgres'),
  { version: 900, name: '0900-next.sql', checksum: 'x', script },
]

test('signage migrate waits for another writer, and says so', async () => {
  const url = await createPostgresOnSocket()
  const writer = await startWriting(url)
  const migrating = startSignage(['migrate'], { DATABASE_URL: url })
  await expect.poll(migrating.output).toContain('Waiting')
  expect(migrating.output()).toMatch(
    /\.\nWaiting for up to 10 minutes for other programs that use the database\.\n$/,
  )
  await writer.end()
  expect(await migrating.end()).toBe(0)
  expect(migrating.output()).toMatch(/\nApplied 0001-schema\.sql\.\n$/)
})

test('a migration waits for a reader of what it changes, neither blocks it nor is blocked by it for good', async () => {
  const url = await createMigratedPostgres()
  const reader = await open(url, 'read')
  const snapshot = await reader.openSnapshot()
  await snapshot.all({ sql: 'SELECT id FROM menu_items' })
  let waits = 0
  const script = 'ALTER TABLE menus ADD COLUMN a TEXT; ALTER TABLE menu_items ADD COLUMN a TEXT'
  const migrating = migrate(await open(url, 'create'), next(script), () => waits++)
  const untilItWaitsFor = (table: string) =>
    expect.poll(() => reader.all({ sql: waitingFor(table) })).toHaveLength(1)
  await untilItWaitsFor('menu_items')
  expect(await reader.all({ sql: 'SELECT id FROM menus' })).toEqual([])
  await untilItWaitsFor('menu_items')
  // Each of the two has now locked what the other needs.
  expect(await snapshot.all({ sql: 'SELECT id FROM menus' })).toEqual([])
  await untilItWaitsFor('menus')
  await snapshot.close()
  expect(await migrating).toEqual(['0900-next.sql'])
  expect(waits).toBe(1)
})

test('a migration gives up if another program never lets go', async () => {
  const url = await createMigratedPostgres()
  const snapshot = await (await open(url, 'read')).openSnapshot()
  await snapshot.all({ sql: 'SELECT id FROM menus' })
  const database = await open(url, 'create')
  let nowMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 10.1 * 60_000))
  onTestFinished(() => clock.mockRestore())
  const migrating = migrate(database, next('ALTER TABLE menus ADD COLUMN a TEXT'))
  await expect(migrating).rejects.toThrow(
    'Other programs have used the database for 10 minutes: stop them, then run "signage migrate".',
  )
  await snapshot.close()
})

test('a migration that deadlocks with another program is tried again', async () => {
  const url = await createMigratedPostgres()
  let waits = 0
  const database = await open(url, 'create')
  await runPostgres(url, 'CREATE SEQUENCE attempts')
  const script = `DO $$ BEGIN
    IF nextval('attempts') = 1 THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = 'deadlock_detected'; END IF;
  END $$`
  expect(await migrate(database, next(script), () => waits++)).toEqual(['0900-next.sql'])
  expect(waits).toBe(1)
})

test('a migration that drops a table to which others refer is refused, and changes nothing', async () => {
  const { database } = await openFilled()
  const before = await readAll(database)
  await expect(migrate(database, madeUp('DROP TABLE menus'))).rejects.toThrow('cannot drop table menus')
  expect(await readAll(database)).toEqual(before)
})
