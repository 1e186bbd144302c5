import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { loadTrees } from '../src/menu/repository.ts'
import { listChangeLog } from '../src/menu/write/change-log.ts'
import { findDueReturn } from '../src/menu/write/stock-returns.ts'
import type { Database, Engine, StoredRow } from '../src/storage/database.ts'
import { migrate, readMigrations } from '../src/storage/migrations.ts'
import { openStorage } from '../src/storage/open.ts'
import { importDocument } from '../src/transfer/import.ts'
import { signage } from './support/commands.ts'
import { connectAsOtherProgram, exported, newDatabaseUrl, throughDatabase } from './support/database.ts'
import { device, group, item, menu } from './support/documents.ts'
import { NOW } from './support/service.ts'

const HASH = 'a'.repeat(64)
const AT = new Date(NOW).toISOString()

/** Rows of all tables, as the version before wrote them. */
const ROWS = `
INSERT INTO users (id, name) VALUES ('ops', 'Operations');
INSERT INTO api_keys (hash, id, prefix, name, user_id, scopes) VALUES ('${HASH}', 'key_aaaaaaaaaaaaaaaa', 'sgn_aaaa', 'Kitchen', 'ops', '["menu:write"]');
INSERT INTO devices (id, name, timezone, updated_at, created_at) VALUES ('lobby', 'Lobby', 'Europe/Paris', '${AT}', '${AT}');
INSERT INTO device_access (user_id, device_id, level) VALUES ('ops', 'lobby', 'read');
INSERT INTO menus (id, name, location_name) VALUES ('lunch', 'Lunch', 'Quayside');
INSERT INTO api_key_menus (key_id, menu_id) VALUES ('key_aaaaaaaaaaaaaaaa', 'lunch');
INSERT INTO menu_groups (id, menu_id, position, name, tags) VALUES ('soups', 'lunch', 0, 'Soups', '["hot"]');
INSERT INTO menu_items (id, menu_id, group_id, position, name, price, in_stock) VALUES ('tomato', 'lunch', 'soups', 0, 'Tomato', 6.5, '0');
INSERT INTO menu_items (id, menu_id, group_id, parent_id, position, name) VALUES ('large', 'lunch', 'soups', 'tomato', 0, 'Large');
INSERT INTO menus (id, name) VALUES ('dinner', 'Dinner');
INSERT INTO stock_returns (item_id, at) VALUES ('tomato', '${AT}');
INSERT INTO change_log (at, key_id, action, kind, target_id, name, field, old_value, new_value)
VALUES ('${AT}', 'key_aaaaaaaaaaaaaaaa', 'changed', 'item', 'tomato', 'Tomato', 'price', '6', '6.5');
INSERT INTO change_log (at, action, kind, target_id, name) VALUES ('${AT}', 'changed', 'menu', 'lunch', 'Lunch');
INSERT INTO change_log (at, action, kind, target_id, name) VALUES ('${AT}', 'added', 'group', 'soups', 'Soups');
INSERT INTO change_log (at, action, kind, target_id, name) VALUES ('${AT}', 'removed', 'item', 'leek', 'Leek');
INSERT INTO change_log (at, action, kind, target_id, name) VALUES ('${AT}', 'added', 'item', 'large', 'Large');`

/**
 * A row of each table that was added since, as its first version wrote it, in the order in which they refer to each other. A new
 * table needs one here.
 */
const ROWS_OF_TABLE: Readonly<Record<string, string>> = {
  jobs: `INSERT INTO jobs (name, last_run_at) VALUES ('stock-returns', '${AT}')`,
  latest_primary: "INSERT INTO latest_primary (system_identifier, timeline) VALUES ('7', 1)",
  sites: `INSERT INTO sites (id, name, timezone) VALUES ('quay', 'Quayside', 'Europe/Paris');
    UPDATE devices SET site_id = 'quay' WHERE id = 'lobby'`,
  service_absences: 'INSERT INTO service_absences (started_at, ended_at) VALUES (1, 2)',
  service_beats: 'INSERT INTO service_beats (only_row, last_at) VALUES (1, 3)',
  outages: "INSERT INTO outages (device_id, started_at, ended_at) VALUES ('lobby', 4, 5)",
  incidents:
    "INSERT INTO incidents (id, kind, subject_id, started_at, opened_at) VALUES ('i', 'device', 'lobby', 6, 7)",
  incident_devices:
    "INSERT INTO incident_devices (device_id, incident_id, started_at) VALUES ('lobby', 'i', 6)",
  alert_routes:
    "INSERT INTO alert_routes (id, format, url, created_at) VALUES ('r', 'webhook', 'https://x.example', 8)",
  alert_messages:
    "INSERT INTO alert_messages (id, route_id, kind, body, created_at) VALUES ('m', 'r', 'opened', '{}', 9)",
  alert_message_incidents:
    "INSERT INTO alert_message_incidents (incident_id, route_id, kind, message_id) VALUES ('i', 'r', 'opened', 'm')",
  alert_mutes: "INSERT INTO alert_mutes (kind, subject_id, until) VALUES ('route', 'r', 10)",
}

/** The numbers of migrations that the databases of earlier versions have. */
const VERSIONS = [2, 4]

/** Creates a database of the version that had only the first migrations, with rows in all tables. */
async function openOld(version: number) {
  const url = await newDatabaseUrl()
  const database = await openStorage(url, 'create')
  onTestFinished(() => database.close())
  for (let count = 2; count <= version; count++) {
    await migrate(database, readMigrations(database.engine).slice(0, count))
    await database.batch([{ script: count === 2 ? ROWS : await rowsOfNewTables(database) }])
  }
  return { url, database }
}

async function rowsOfNewTables(database: Database): Promise<string> {
  const rows = await readAll(database)
  const isEmpty = (table: string) => rows.get(table)?.length === 0
  return Object.entries(ROWS_OF_TABLE)
    .filter(([table]) => isEmpty(table))
    .map(([, script]) => script)
    .join(';')
}

let reads = 0

/** The rows of all tables, by their names. Each time, the statements are other ones: they must not be prepared for earlier columns. */
async function readAll(database: Database): Promise<Map<string, readonly StoredRow[]>> {
  reads++
  const tables = (await database.tableNames()).filter((name) => !/^(sqlite_|schema_migrations$)/.test(name))
  const rows = tables.map(
    async (table) => [table, await database.all<StoredRow>(`SELECT * FROM ${table} /* ${reads} */`)] as const,
  )
  return new Map(await Promise.all(rows))
}

/** The rows of a table in any order, without the columns that others lack. */
function inCommon(rows: readonly StoredRow[], [other = {}]: readonly StoredRow[]): string[] {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name in other)
  return rows.map((row) => JSON.stringify(columns.sort().map((name) => [name, row[name]]))).sort()
}

const COUNT = readMigrations(inject('engine')).length
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

/** A migration that does not exist. */
const madeUp = (script: string) => [
  ...readMigrations(inject('engine')),
  { version: 9000, name: '9000-made-up.sql', checksum: 'c'.repeat(64), script },
]

describe.runIf(inject('engine') === 'sqlite')('a migration of SQLite', () => {
  /** Replaces every table by a new one with the same rows, as the only way to change a constraint of it. */
  async function rebuildAll(database: Database): Promise<string> {
    const objects = await database.all<{ type: string; name: string; table: string; sql: string }>(
      'SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema WHERE sql IS NOT NULL',
    )
    const ofType = (wanted: string) => objects.filter(({ type }) => type === wanted)
    const tables = ofType('table').filter(({ name }) => !/^(sqlite_|schema_migrations$)/.test(name))
    const rebuild = ({ name, sql }: { name: string; sql: string }) => [
      sql.replace(/^CREATE TABLE "?\w+"?/, `CREATE TABLE new_${name}`),
      `INSERT INTO new_${name} SELECT * FROM ${name}`,
      `DROP TABLE ${name}`,
      `ALTER TABLE new_${name} RENAME TO ${name}`,
      ...ofType('index').flatMap((index) => (index.table === name ? [index.sql] : [])),
    ]
    return [
      ...ofType('trigger').map(({ name }) => `DROP TRIGGER ${name}`),
      ...tables.flatMap(rebuild),
      ...ofType('trigger').map(({ sql }) => sql),
    ].join(';\n')
  }

  test('that rebuilds tables keeps the rows that refer to theirs', async () => {
    const { database } = await openOld(COUNT)
    const before = await readAll(database)
    expect(await migrate(database, madeUp(await rebuildAll(database)))).toEqual(['9000-made-up.sql'])
    expect(await readAll(database)).toEqual(before)
    // And they are deleted with these again.
    await database.batch([{ sql: "DELETE FROM users WHERE id = 'ops'" }])
    expect(await database.all('SELECT * FROM api_keys')).toEqual([])
  })

  test.each([
    "DELETE FROM menus WHERE id = 'lunch'",
    "UPDATE devices SET site_id = 'nowhere'",
    'DROP TABLE alert_routes; CREATE TABLE alert_routes (id TEXT NOT NULL PRIMARY KEY) STRICT',
  ])(
    'that would leave rows which refer to missing ones is refused, and changes nothing: %s',
    async (script) => {
      const { database } = await openOld(COUNT)
      const before = await readAll(database)
      const all = madeUp(`CREATE TABLE added (id TEXT); ${script}`)
      await expect(migrate(database, all)).rejects.toThrow(
        /^The migration would leave rows of \w+ that refer to missing rows of \w+, so nothing was changed\.$/,
      )
      expect(await readAll(database)).toEqual(before)
      // References are checked again.
      const sql = "INSERT INTO outages (device_id, started_at, ended_at) VALUES ('missing', 1, 2)"
      await expect(database.batch([{ sql }])).rejects.toThrow('FOREIGN KEY constraint failed')
    },
  )

  test('of a database in which another program has left such rows is applied', async () => {
    const { url, database } = await openOld(COUNT)
    const other = connectAsOtherProgram(url)
    // As the shell of SQLite, which does not check references.
    other.exec("PRAGMA foreign_keys = OFF; DELETE FROM devices WHERE id = 'lobby'")
    other.close()
    expect(await migrate(database, madeUp('CREATE TABLE added (id TEXT)'))).toEqual(['9000-made-up.sql'])
    await expect(
      migrate(database, [
        ...madeUp('CREATE TABLE added (id TEXT)'),
        {
          version: 9001,
          name: '9001.sql',
          checksum: 'd'.repeat(64),
          script: "DELETE FROM users WHERE id = 'ops'",
        },
      ]),
    ).rejects.toThrow('The migration would leave rows of api_keys that refer to missing rows of users')
  })
})

test.runIf(inject('engine') === 'postgres')(
  'a migration of PostgreSQL that drops a table to which others refer is refused, and changes nothing',
  async () => {
    const { database } = await openOld(COUNT)
    const before = await readAll(database)
    await expect(migrate(database, madeUp('DROP TABLE menus'))).rejects.toThrow('cannot drop table menus')
    expect(await readAll(database)).toEqual(before)
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
