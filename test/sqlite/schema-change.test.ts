import { describe, expect, test } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { migrate } from '../../src/storage/migrations.ts'
import { connectAsOtherProgram } from '../support/database.ts'
import { madeUp, openFilled, readAll } from '../support/old-database.ts'

describe('a migration', () => {
  /** Replaces every table by a new one with the same rows, as the only way to change a constraint of it. */
  async function rebuildAll(database: Database): Promise<string> {
    const objects = await database.all<{ type: string; name: string; table: string; sql: string }>({
      sql: 'SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema WHERE sql IS NOT NULL',
    })
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
    const { database } = await openFilled()
    const before = await readAll(database)
    expect(await migrate(database, madeUp(await rebuildAll(database)))).toEqual(['9000-made-up.sql'])
    expect(await readAll(database)).toEqual(before)
    // And they are deleted with these again.
    await database.batch([{ sql: "DELETE FROM users WHERE id = 'ops'" }])
    expect(await database.all({ sql: 'SELECT * FROM api_keys' })).toEqual([])
  })

  test.each([
    "DELETE FROM menus WHERE id = 'lunch'",
    "UPDATE devices SET site_id = 'nowhere'",
    'DROP TABLE alert_routes; CREATE TABLE alert_routes (id TEXT NOT NULL PRIMARY KEY) STRICT',
  ])(
    'that would leave rows which refer to missing ones is refused, and changes nothing: %s',
    async (script) => {
      const { database } = await openFilled()
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
    const { url, database } = await openFilled()
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
