import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { afterEach, describe, expect, test } from 'vitest'
import { type Purpose, StorageOperatorError } from '../../src/storage/database.ts'
import { connect, MEMORY } from '../../src/storage/sqlite/connection.ts'
import { prepare } from '../../src/storage/sqlite/prepared-statements.ts'
import { temporaryFolder } from '../support/database.ts'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const open: Sqlite.Database[] = []
afterEach(() => {
  for (const connection of open.splice(0)) connection.close()
})

function openConnection(file: string, purpose: Purpose): Sqlite.Database {
  const connection = connect(file, purpose)
  open.push(connection)
  return connection
}

const MIB = 1024 * 1024
/** The default cache size of SQLite, in KiB as a negative number. */
const DEFAULT_CACHE_SIZE = -16_000

function settingOf(connection: Sqlite.Database, name: string): unknown {
  return Object.values(prepare(connection, `PRAGMA ${name}`).get() ?? {})[0]
}

describe('a connection to a file', () => {
  connect(path('signage.db'), 'create').close()

  test.each([
    ['create', { cache_size: -256 * 1024, synchronous: 2, journal_size_limit: 64 * MIB, temp_store: 2 }],
    [
      'write',
      { cache_size: DEFAULT_CACHE_SIZE, synchronous: 2, journal_size_limit: 64 * MIB, temp_store: 2 },
    ],
    ['read', { cache_size: -64 * 1024, temp_store: 0 }],
  ] as const)('to %s enforces foreign keys, and its settings let no commit be lost', (purpose, settings) => {
    const connection = openConnection(path('signage.db'), purpose)
    const found = Object.fromEntries(
      ['foreign_keys', 'journal_mode', ...Object.keys(settings)].map((name) => [
        name,
        settingOf(connection, name),
      ]),
    )
    expect(found).toEqual({ foreign_keys: 1, journal_mode: 'wal', ...settings })
    expect(connection.readonly).toBe(purpose === 'read')
    expect(settingOf(connection, 'busy_timeout')).toBe(5000)
  })

  test('to create makes missing folders; other connections do not', () => {
    for (const purpose of ['read', 'write'] as const) {
      const connection = () => connect(path('deep/er/signage.db'), purpose)
      expect(connection).toThrow(
        `There is no database at ${path('deep/er/signage.db')}: run "signage migrate" to create it, or set DATABASE_URL to its path.`,
      )
      expect(connection).toThrow(StorageOperatorError)
    }
    expect(existsSync(path('deep'))).toBe(false)
    openConnection(path('deep/er/signage.db'), 'create')
    expect(existsSync(path('deep/er/signage.db'))).toBe(true)
  })
})

test.each(['read', 'write', 'create'] as const)(
  'a connection in memory can write, even with the purpose %s',
  (purpose) => {
    const connection = openConnection(MEMORY, purpose)
    connection.exec('CREATE TABLE t (id TEXT)')
    expect(connection.readonly).toBe(false)
    expect(existsSync(MEMORY)).toBe(false)
  },
)

describe('a path that is not a file is rejected with one sentence', () => {
  writeFileSync(path('file'), '')
  symlinkSync(path('loop'), path('loop'))

  test.each<[string, Purpose, string, string]>([
    ['a path below a file', 'read', path('file/signage.db'), 'run "signage migrate" to create it'],
    [
      'a path below a file',
      'create',
      path('file/signage.db'),
      `The folder ${path('file')} cannot be created (`,
    ],
    ['a loop of links', 'write', path('loop'), `The database at ${path('loop')} cannot be reached (`],
  ])('%s, opened to %s', (_, purpose, file, sentence) => {
    expect(() => connect(file, purpose)).toThrow(sentence)
    expect(() => connect(file, purpose)).toThrow(StorageOperatorError)
  })
})
