import { expect, onTestFinished, test } from 'vitest'
import { loadTrees } from '../src/menu/repository.ts'
import { listChangeLog } from '../src/menu/write/queries/change-log.ts'
import { findDueReturn } from '../src/menu/write/queries/stock-returns.ts'
import type { Engine, StoredRow } from '../src/storage/database.ts'
import { migrate, readMigrations } from '../src/storage/migrations.ts'
import { openStorage } from '../src/storage/open.ts'
import { importDocument } from '../src/transfer/import.ts'
import { signage } from './support/commands.ts'
import { exported, newDatabaseUrl, throughDatabase } from './support/database.ts'
import { device, group, item, menu } from './support/documents.ts'
import { AT, COUNT, HASH, openOld, readAll } from './support/old-database.ts'
import { NOW } from './support/service.ts'

/** The numbers of migrations that the databases of earlier versions have. */
const VERSIONS = [2, 4]

/** The rows of a table in any order, without the columns that others lack. */
function inCommon(rows: readonly StoredRow[], [other = {}]: readonly StoredRow[]): string[] {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name in other)
  return rows.map((row) => JSON.stringify(columns.sort().map((name) => [name, row[name]]))).sort()
}

const ALL_VERSIONS = Array.from({ length: COUNT - 1 }, (_, n) => n + 2)

test.each(ALL_VERSIONS)(
  'every row of every table of a database with %i migrations is kept',
  async (version) => {
    const { database } = await openOld(version)
    const before = await readAll(database)
    const empty = [...before].filter(([, rows]) => rows.length === 0)
    expect(empty, 'add a row of each new table to ROWS_OF_TABLE').toEqual([])
    await migrate(database)
    const after = await readAll(database)
    for (const [table, rows] of before)
      expect(inCommon(after.get(table) ?? [], rows), table).toEqual(inCommon(rows, after.get(table) ?? []))
  },
)

test.each(VERSIONS)(
  'a database with %i migrations is migrated, with everything that is in it',
  async (version) => {
    const { url, database } = await openOld(version)
    const revisions = await database.all('SELECT id, revision FROM menus ORDER BY id')
    const later = readMigrations(database.engine).slice(version)
    expect(later.length).toBeGreaterThan(0)
    expect(await migrate(database)).toEqual(later.map(({ name }) => name))

    const expected = {
      users: [{ id: 'ops', name: 'Operations' }],
      devices: [device('lobby', { name: 'Lobby', timezone: 'Europe/Paris', updated_at: AT, created_at: AT })],
      menus: [
        menu('dinner', { name: 'Dinner' }),
        menu('lunch', {
          name: 'Lunch',
          location: { name: 'Quayside' },
          groups: [
            {
              ...group('Soups', { tags: ['hot'] }),
              id: 'soups',
              items: [
                item('Tomato', {
                  id: 'tomato',
                  price: 6.5,
                  inStock: false,
                  items: [item('Large', { id: 'large' })],
                }),
              ],
            },
          ],
        }),
      ],
      apiKeys: [
        {
          keyHash: HASH,
          keyPrefix: 'sgn_aaaa',
          name: 'Kitchen',
          user: 'ops',
          scopes: ['menu:write'],
          menus: ['lunch'],
        },
      ],
    }
    expect(await exported(database)).toBe(await throughDatabase(expected))
    expect(await database.all('SELECT id, revision FROM menus ORDER BY id')).toEqual(revisions)
    expect(await findDueReturn(database, NOW)).toBe(true)
    expect(await database.all('SELECT menu_id, item_id FROM stock_returns')).toEqual([
      { menu_id: 'lunch', item_id: 'tomato' },
    ])
    const lines = await listChangeLog(database, NOW, 10)
    expect(lines).toEqual([
      expect.objectContaining({
        at: AT,
        key_id: null,
        command: null,
        action: 'added',
        menu_id: 'lunch',
        target_id: 'large',
      }),
      expect.objectContaining({ action: 'removed', menu_id: null, target_id: 'leek' }),
      expect.objectContaining({ kind: 'group', menu_id: 'lunch', target_id: 'soups' }),
      expect.objectContaining({ kind: 'menu', menu_id: 'lunch', target_id: 'lunch' }),
      expect.objectContaining({
        key_name: 'Kitchen',
        menu_id: 'lunch',
        command: null,
        field: 'price',
        old_value: '6',
        new_value: '6.5',
      }),
    ])

    const environment = { DATABASE_URL: url }
    expect((await signage(['menus', 'price', 'tomato', '7'], { environment })).code).toBe(0)
    const menuRows = await database.all<Parameters<typeof loadTrees>[1][number]>(
      'SELECT * FROM menus ORDER BY id',
    )
    const { trees } = await loadTrees(database, menuRows)
    expect(trees[1]?.[0]?.items[0]?.price).toBe(7)
    const [line] = await listChangeLog(database, Date.now(), 1)
    expect(line).toMatchObject({ command: 'menus price', menu_id: 'lunch', old_value: '6.5', new_value: '7' })

    const [soups] = expected.menus[1]?.groups ?? []
    await importDocument(database, { menus: [menu('dinner', { name: 'Dinner', groups: [soups] })] })
    await database.batch([{ script: "DELETE FROM menus WHERE id = 'lunch'" }])
    expect(await database.all('SELECT * FROM stock_returns')).toEqual([])
    expect(await database.all('SELECT menu_id, id FROM menu_items ORDER BY id')).toEqual([
      { menu_id: 'dinner', id: 'large' },
      { menu_id: 'dinner', id: 'tomato' },
    ])
  },
)

test.each(VERSIONS)(
  'the command migrates one with %i migrations, and every command goes on',
  async (version) => {
    const { url } = await openOld(version)
    const run = (...args: string[]) => signage(args, { environment: { DATABASE_URL: url } })
    expect((await run('menus', 'list')).code).not.toBe(0)
    expect((await run('migrate')).code).toBe(0)
    expect((await run('menus', 'list', '--json')).stdout).toContain('"Quayside"')
  },
)

/** The first migration of the engine as it was in version 0.1. */
const FIRST_OF_0_1 = {
  sqlite: '618ffe7b23e63485477ccfb9d5a3f68abaad7a44bd59c4720e34a8ee3b280fc2',
  postgres: 'bee995160c76ccb61481d60754549cbf14641c662d4d75b9f5a1dc150fa1c310',
}

test.each([
  ['of version 0.1', (engine: Engine) => FIRST_OF_0_1[engine], 'export it with "signage export" of 0.1'],
  ['with an edited migration', () => 'b'.repeat(64), 'restore the original file'],
])('a database %s is refused with what to do', async (_, checksumOf, advice) => {
  const { url, database } = await openOld(2)
  const sql = 'UPDATE schema_migrations SET checksum = ? WHERE version = 1'
  await database.batch([{ sql, parameters: [checksumOf(database.engine)] }])
  for (const args of [['migrate'], ['serve'], ['menus', 'list']]) {
    const { code, stderr } = await signage(args, { environment: { DATABASE_URL: url } })
    expect([code, stderr]).toEqual([1, expect.stringContaining(advice)])
  }
})

test('sites keep their hours, and devices their sites, when sites are stored in another way', async () => {
  const url = await newDatabaseUrl()
  const database = await openStorage(url, 'create')
  onTestFinished(() => database.close())
  const migrations = readMigrations(database.engine)
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name.endsWith('site-hours.sql')),
  )
  await migrate(database, before)
  const rows = `
    INSERT INTO sites (id, name, timezone, hours) VALUES ('open', 'Open', 'UTC', NULL), ('night', 'Night', 'Asia/Tokyo', '{"windows":[]}');
    INSERT INTO devices (id, name, timezone, site_id, updated_at, created_at)
    VALUES ('a', 'A', 'UTC', 'open', '${AT}', '${AT}'), ('b', 'B', 'UTC', 'night', '${AT}', '${AT}'), ('c', 'C', 'UTC', NULL, '${AT}', '${AT}')`
  await database.batch([{ script: rows }])
  await migrate(database)
  expect(await database.all('SELECT id, name, timezone, hours FROM sites ORDER BY id')).toEqual([
    { id: 'night', name: 'Night', timezone: 'Asia/Tokyo', hours: '{"windows":[]}' },
    { id: 'open', name: 'Open', timezone: 'UTC', hours: null },
  ])
  const places = 'SELECT id, site_id FROM devices ORDER BY id'
  expect(await database.all(places)).toEqual([
    { id: 'a', site_id: 'open' },
    { id: 'b', site_id: 'night' },
    { id: 'c', site_id: null },
  ])
  const versioned = 'SELECT site_id FROM site_hours_versions'
  expect(await database.all(versioned)).toEqual([{ site_id: 'night' }])
  // They still refer to each other.
  await database.batch([{ script: "DELETE FROM sites WHERE id = 'night'" }])
  expect(await database.all(places)).toContainEqual({ id: 'b', site_id: null })
  expect(await database.all(versioned)).toEqual([])
})
