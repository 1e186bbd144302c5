import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { type Database, StorageConstraintError, StorageOperatorError } from '../../src/storage/database.ts'
import { migrate, readMigrations, requireMigrated } from '../../src/storage/migrations.ts'
import { openDatabase, openUnchecked } from '../../src/storage/open.ts'
import { withSnapshot } from '../../src/storage/snapshot.ts'
import { openSqlite } from '../../src/storage/sqlite/sqlite.ts'
import { testStorageContract } from '../storage-contract.ts'
import { connectAsOtherProgram, runSql, temporaryFolder } from '../support/database.ts'

const folder = temporaryFolder()
let files = 0
const newFile = () => join(folder, `${++files}.db`)

const shared = newFile()
testStorageContract('SQLite', async () => openSqlite(shared, 'create'))

/** Runs a script in another process, in which `database` is a plain connection to the file. */
function otherProcess(file: string, script: string): Promise<void> {
  const source = `const database = new (require('better-sqlite3'))(process.env.FILE); ${script}`
  return new Promise((resolve, reject) => {
    const options = { env: { ...process.env, FILE: file } }
    execFile(process.execPath, ['-e', source], options, (error) => (error ? reject(error) : resolve()))
  })
}

describe('while another process writes', () => {
  const file = newFile()
  const query = { sql: 'SELECT body FROM notes' }

  test('a snapshot shows one state, however much is written meanwhile', async () => {
    await runSql(file, 'CREATE TABLE notes (body INTEGER); INSERT INTO notes VALUES (0)')
    const database = openSqlite(file, 'read')
    const script =
      "const update = database.prepare('UPDATE notes SET body = body + 1'); const end = Date.now() + 2000; while (Date.now() < end) update.run()"
    let writing = true
    const writer = otherProcess(file, script).finally(() => {
      writing = false
    })
    const seen = new Set<string>()
    while (writing) {
      const results = await database.readTogether(Array.from({ length: 200 }, () => query))
      const states = new Set(results.map((rows) => JSON.stringify(rows)))
      expect(states.size).toBe(1)
      for (const state of states) seen.add(state)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await writer
    expect(seen.size).toBeGreaterThan(2)
    await database.close()
  })

  test('a batch waits for the lock, and then sees what was committed before it', async () => {
    await runSql(file, 'UPDATE notes SET body = 0')
    const database = openSqlite(file, 'write')
    const held = `${file}.held`
    const script = `
      database.exec('BEGIN IMMEDIATE; UPDATE notes SET body = 100')
      require('node:fs').writeFileSync(process.env.FILE + '.held', '')
      setTimeout(() => database.exec('COMMIT'), 300)`
    const holder = otherProcess(file, script)
    await expect.poll(() => existsSync(held)).toBe(true)
    expect(await database.batch([{ sql: 'UPDATE notes SET body = body + 1' }])).toBe(1)
    expect(await database.all({ sql: 'SELECT body FROM notes' })).toEqual([{ body: 101 }])
    await holder
    await database.close()
  })
})

describe('opening', () => {
  test('to read gives a connection that cannot write', async () => {
    const file = newFile()
    await (await openDatabase(file, 'create')).close()
    const database = await openDatabase(file, 'read')
    await expect(database.batch([{ sql: 'DELETE FROM users' }])).rejects.toBeInstanceOf(StorageOperatorError)
    await database.close()
  })

  test('a database of another program is rejected, and left unchanged', async () => {
    const file = newFile()
    await runSql(file, 'CREATE TABLE accounts (id TEXT)')
    for (const purpose of ['read', 'create'] as const) {
      await expect(openDatabase(file, purpose)).rejects.toThrow(
        'DATABASE_URL names a database of another program',
      )
    }
    const foreign = openSqlite(file, 'read')
    expect(await foreign.tableNames()).toEqual(['accounts'])
    await foreign.close()
  })
})

describe('migrations', () => {
  const copyOfMigrations = () => {
    const copy = join(folder, `migrations-${++files}`)
    cpSync(new URL('../../migrations/', import.meta.url), copy, { recursive: true })
    const add = (name: string, script: string) => writeFileSync(join(copy, 'sqlite', name), script)
    return { add, read: () => readMigrations('sqlite', pathToFileURL(`${copy}/`)) }
  }

  test('are applied once, in order', async () => {
    const { add, read } = copyOfMigrations()
    const database = await openUnchecked(newFile(), 'create')
    expect(await migrate(database, read())).toEqual(readMigrations('sqlite').map(({ name }) => name))
    add('0903-third.sql', 'CREATE TABLE third AS SELECT * FROM second;')
    add('0902-second.sql', 'CREATE TABLE second (id TEXT);')
    expect(await migrate(database, read())).toEqual(['0902-second.sql', '0903-third.sql'])
    expect(await migrate(database, read())).toEqual([])
    await database.close()
  })

  test('a migration that fails leaves the database at the previous one', async () => {
    const { add, read } = copyOfMigrations()
    add('0902-broken.sql', 'CREATE TABLE half (id TEXT); CREATE TABLE half (id TEXT);')
    const database = await openUnchecked(newFile(), 'create')
    await expect(migrate(database, read())).rejects.toThrow('half already exists')
    expect(await database.tableNames()).toContain('menus')
    expect(await database.tableNames()).not.toContain('half')
    await expect(requireMigrated(database, read())).rejects.toThrow('run "signage migrate" first')
    await database.close()
  })

  test('a database that is newer than the code is rejected', async () => {
    const { add, read } = copyOfMigrations()
    const older = read()
    add('0902-newer.sql', 'CREATE TABLE newer (id TEXT);')
    const database = await openUnchecked(newFile(), 'create')
    await migrate(database, read())
    const refusal =
      'The database is newer than this version of signage (it has 0902-newer.sql): update signage.'
    await expect(migrate(database, older)).rejects.toThrow(refusal)
    await expect(requireMigrated(database, older)).rejects.toThrow(refusal)
    await database.close()
  })

  test('drop no table, because SQLite would delete the rows that refer to it', () => {
    for (const { name, script } of readMigrations('sqlite')) expect(script, name).not.toMatch(/DROP TABLE/i)
  })

  test('are read in the order of their names, and no other file in their folder is read', () => {
    const { add, read } = copyOfMigrations()
    for (const n of [7, 3, 9, 1, 8, 5, 2, 6, 4]) add(`090${n}-one.sql`, `SELECT ${n};`)
    add('0905-notes.txt', 'No SQL.')
    const added = read().filter(({ version }) => version > 900)
    expect(added.map(({ version }) => version)).toEqual([901, 902, 903, 904, 905, 906, 907, 908, 909])
  })

  test('a migration that another process applies at the same moment is neither applied again nor reported', async () => {
    const { add, read } = copyOfMigrations()
    add('0902-raced.sql', 'CREATE TABLE raced (id TEXT);')
    const file = newFile()
    const [database, other] = [await openUnchecked(file, 'create'), await openUnchecked(file, 'create')]
    let isRaced = false
    const raced: Database = {
      ...database,
      async batch(statements) {
        const list = [...statements]
        const isNext = list.some((statement) => 'script' in statement && statement.script.includes('raced'))
        if (isNext && !isRaced) {
          isRaced = true
          await migrate(other, read())
        }
        return database.batch(list)
      },
    }
    expect(await migrate(raced, read())).not.toContain('0902-raced.sql')
    expect(isRaced).toBe(true)
    expect(await migrate(database, read())).toEqual([])
    await Promise.all([database.close(), other.close()])
  })

  test('a migration waits for another writer', async () => {
    const { add, read } = copyOfMigrations()
    const file = newFile()
    const database = await openDatabase(file, 'create')
    add('0902-next.sql', 'CREATE TABLE next (id TEXT);')
    const writer = connectAsOtherProgram(file)
    writer.exec('BEGIN IMMEDIATE')
    const onWait = vi.fn(() => void writer.close())
    expect(await migrate(database, read(), onWait)).toEqual(['0902-next.sql'])
    expect(onWait).toHaveBeenCalledTimes(1)
    await database.close()
  })

  test('a migration that violates a constraint fails with that error, even if the database is lost then', async () => {
    const { add, read } = copyOfMigrations()
    add('0902-wrong.sql', "INSERT INTO api_key_menus (key_id, menu_id) VALUES ('none', 'none');")
    const database = await openDatabase(newFile(), 'create')
    const batch: Database['batch'] = (statements) => database.batch(statements).finally(database.close)
    await expect(migrate({ ...database, batch }, read())).rejects.toBeInstanceOf(StorageConstraintError)
  })

  test('several processes may create the same databases at the same moments', async () => {
    const names = Array.from({ length: 60 }, () => newFile())
    const script = `
      const { openDatabase } = await import(${JSON.stringify(new URL('../../dist/bundle/index.js', import.meta.url).href)})
      for (const [n, file] of ${JSON.stringify(names)}.entries()) {
        while (Date.now() < ${Date.now() + 1500} + n * 40);
        await (await openDatabase(file, 'create')).close()
      }`
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    await expect(Promise.all([run(), run(), run(), run()])).resolves.toHaveLength(4)
  })

  test('eight processes may migrate a database at once', async () => {
    const file = newFile()
    const cli = new URL('../../dist/bundle/cli.js', import.meta.url).pathname
    const runs = Array.from({ length: 8 }, () => {
      return new Promise<string>((resolve, reject) => {
        const environment = { ...process.env, DATABASE_URL: file }
        execFile(process.execPath, [cli, 'migrate'], { env: environment }, (error, _out, notes) =>
          error ? reject(new Error(notes)) : resolve(notes.trim()),
        )
      })
    })
    const notes = await Promise.all(runs)
    // Different processes may apply different migrations.
    const applied = notes.flatMap((note) => note.match(/[\w-]+\.sql/g) ?? [])
    expect(applied.sort()).toEqual(readMigrations('sqlite').map(({ name }) => name))
    for (const note of notes)
      expect(note).toMatch(/^(Creating .*\n)?(Applied .*|The database is up to date)\.$/)
  })
})

test('a snapshot uses the connection of one that has ended, because connections stay in memory', async () => {
  const database = openSqlite(shared, 'read')
  const timeout = async (sql: string) =>
    withSnapshot(database, async (snapshot) => (await snapshot.all<{ timeout: number }>({ sql }))[0]?.timeout)
  await timeout('PRAGMA busy_timeout = 1234')
  expect(await timeout('PRAGMA busy_timeout')).toBe(1234)
  const [first, second] = await Promise.all([database.openSnapshot(), database.openSnapshot()])
  expect(await second.all({ sql: 'PRAGMA busy_timeout' })).not.toEqual([{ timeout: 1234 }])
  await Promise.all([first.close(), second.close()])
  await database.close()
})

test.runIf(process.platform === 'linux')('a snapshot that fails closes its connection', async () => {
  const file = newFile()
  const [database, reader] = [openSqlite(file, 'create'), openSqlite(file, 'read')]
  await database.batch([{ sql: 'CREATE TABLE notes (body INTEGER)', parameters: [] }])
  const snapshot = await reader.openSnapshot()
  truncateSync(`${file}-wal`, 0)
  await expect(snapshot.all({ sql: 'SELECT * FROM notes' })).rejects.toThrow('disk I/O error')
  for (const each of [snapshot, reader, database]) await each.close()
  const linkOf = (fd: string) => existsSync(`/proc/self/fd/${fd}`) && readlinkSync(`/proc/self/fd/${fd}`)
  expect(readdirSync('/proc/self/fd').map(linkOf)).not.toContain(file)
})
