import { expect, test } from 'vitest'
import type { StoredRow } from '../../src/storage/database.ts'
import { migrate, readMigrations } from '../../src/storage/migrations.ts'
import { signage } from '../support/commands.ts'
import { COUNT, madeUp, openFilled, readAll } from '../support/old-database.ts'

const VERSIONS = Array.from({ length: COUNT }, (_, index) => index + 1)

/** The rows of a table in any order, without the columns that others lack. */
function inCommon(rows: readonly StoredRow[], [other = {}]: readonly StoredRow[]): string[] {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name in other)
  return rows.map((row) => JSON.stringify(columns.sort().map((name) => [name, row[name]]))).sort()
}

test.each(VERSIONS)('every row of every table of a database with %i migrations is kept', async (version) => {
  const { database } = await openFilled(version)
  const before = await readAll(database)
  const empty = [...before].filter(([, rows]) => rows.length === 0)
  expect(empty, 'add a row of each new table to ROWS_OF_TABLE').toEqual([])
  const later = [
    ...readMigrations(database.engine).slice(version),
    ...madeUp('CREATE TABLE added (id TEXT)').slice(-1),
  ]
  expect(await migrate(database, madeUp('CREATE TABLE added (id TEXT)'))).toEqual(
    later.map(({ name }) => name),
  )
  const after = await readAll(database)
  for (const [table, rows] of before)
    expect(inCommon(after.get(table) ?? [], rows), table).toEqual(inCommon(rows, after.get(table) ?? []))
})

test('a database with another form of a migration is refused with what to do', async () => {
  const { url, database } = await openFilled()
  const sql = 'UPDATE schema_migrations SET checksum = ? WHERE version = 1'
  await database.batch([{ sql, parameters: ['b'.repeat(64)] }])
  for (const args of [['migrate'], ['serve'], ['menus', 'list']]) {
    expect(await signage(args, { environment: { DATABASE_URL: url } })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^The database was made with another migration 0001-schema\.sql: export it with/,
      ),
    })
  }
})
