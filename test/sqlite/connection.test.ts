import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { afterEach, describe, expect, test } from 'vitest'
import { type Purpose, StorageUnusableError } from '../../src/storage/database.ts'
import { connect, MEMORY } from '../../src/storage/sqlite/connection.ts'
import { temporaryFolder } from '../support/database.ts'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const open: Sqlite.Database[] = []
afterEach(() => {
  for (const connection of open.splice(0)) connection.close()
})

function connected(place: string, purpose: Purpose): Sqlite.Database {
  const connection = connect(place, purpose)
  open.push(connection)
  return connection
}

const MIB = 1024 * 1024
/** What SQLite keeps in memory unless it is told otherwise, in KiB below zero. */
const DEFAULT_CACHE_SIZE = -16_000

describe('a connection to a file', () => {
  connect(path('signage.db'), 'create').close()

  test.each([
    ['create', { cache_size: -256 * 1024, synchronous: 2, journal_size_limit: 64 * MIB }],
    ['write', { cache_size: DEFAULT_CACHE_SIZE, synchronous: 2, journal_size_limit: 64 * MIB }],
    ['read', { cache_size: -64 * 1024 }],
  ] as const)(
    'to %s keeps references whole, and is set so that nothing committed is lost',
    (purpose, settings) => {
      const connection = connected(path('signage.db'), purpose)
      const found = Object.fromEntries(
        ['foreign_keys', 'journal_mode', ...Object.keys(settings)].map((name) => [
          name,
          connection.pragma(name, { simple: true }),
        ]),
      )
      expect(found).toEqual({ foreign_keys: 1, journal_mode: 'wal', ...settings })
      expect(connection.readonly).toBe(purpose === 'read')
      expect(connection.pragma('busy_timeout', { simple: true })).toBe(5000)
    },
  )

  test('to create makes the folders on the way, others do not', () => {
    for (const purpose of ['read', 'write'] as const) {
      const connection = () => connect(path('deep/er/signage.db'), purpose)
      expect(connection).toThrow(
        `There is no database at ${path('deep/er/signage.db')}: run "signage migrate" to create it, or set DATABASE_URL to its path.`,
      )
      expect(connection).toThrow(StorageUnusableError)
    }
    expect(existsSync(path('deep'))).toBe(false)
    connected(path('deep/er/signage.db'), 'create')
    expect(existsSync(path('deep/er/signage.db'))).toBe(true)
  })
})

test.each(['read', 'write', 'create'] as const)('in memory it can be written to, also to %s', (purpose) => {
  const connection = connected(MEMORY, purpose)
  connection.exec('CREATE TABLE t (id TEXT)')
  expect(connection.readonly).toBe(false)
  expect(existsSync(MEMORY)).toBe(false)
})

describe('what is no file is refused with one sentence', () => {
  writeFileSync(path('file'), '')
  symlinkSync(path('loop'), path('loop'))

  test.each<[string, Purpose, string, string]>([
    ['a folder', 'read', folder, `, which is a folder: name a file in it, such as ${path('signage.db')}.`],
    ['below a file', 'read', path('file/signage.db'), 'run "signage migrate" to create it'],
    ['below a file', 'create', path('file/signage.db'), `The folder ${path('file')} cannot be created (`],
    ['a loop of links', 'write', path('loop'), `The database at ${path('loop')} cannot be reached (`],
  ])('%s, to %s', (_, purpose, place, sentence) => {
    expect(() => connect(place, purpose)).toThrow(sentence)
    expect(() => connect(place, purpose)).toThrow(StorageUnusableError)
  })

  test('a FIFO', () => {
    execFileSync('mkfifo', [path('fifo')])
    const sentence = `DATABASE_URL names ${path('fifo')}, which is not a regular file: set it to the path of a file.`
    expect(() => connect(path('fifo'), 'read')).toThrow(sentence)
  })
})
