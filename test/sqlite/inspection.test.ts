import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import {
  StorageConstraintError,
  StorageOperatorError,
  StorageUnavailableError,
} from '../../src/storage/database.ts'
import { readMigrations, requireOwnMigrations } from '../../src/storage/migrations.ts'
import {
  backUp,
  databaseExists,
  isInMemory,
  openDatabase,
  openUnchecked,
  sqliteFile,
} from '../../src/storage/open.ts'
import { translateError, translateErrors } from '../../src/storage/sqlite/errors.ts'
import { existingPart } from '../../src/storage/sqlite/file-system.ts'
import { requireIntact, writeAheadLogBytes } from '../../src/storage/sqlite/inspection.ts'
import { damage } from '../support/broken-files.ts'
import { exported, temporaryFolder } from '../support/database.ts'
import { group, item, menu, menusDocument } from '../support/documents.ts'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const items = Array.from({ length: 2000 }, (_, n) => item(`i${n}`, { description: 'x'.repeat(300) }))

/** A new file with a menu of many pages. */
async function createFile(name: string): Promise<string> {
  const database = await openDatabase(path(name), 'create')
  await importDocument(database, menusDocument(menu('m', { groups: [group('g', { items })] })))
  await database.close()
  return path(name)
}

const sound = await createFile('sound.db')
const damaged = await createFile('damaged.db')
damage(damaged)
/** One page is damaged. The others can still be read. */
const partlyDamaged = await createFile('spoilt.db')
damage(partlyDamaged, { first: 60, last: 60 })
const RESTORE = 'restore a backup, as docs/how-to/back-up-and-restore.md says.'

describe('requireIntact', () => {
  test('accepts an intact file', () => {
    expect(requireIntact(sound)).toBeUndefined()
  })

  test.each([
    ['nearly all pages', damaged],
    ['one page', partlyDamaged],
  ])('rejects a file with damage in %s', (_, file) => {
    const check = () => requireIntact(file)
    expect(check).toThrow(StorageOperatorError)
    expect(check).toThrow(`The database is damaged: stop the service and ${RESTORE}`)
    expect(String(translationOf(check).cause)).toMatch(/page|malformed/)
  })

  test('rejects a file that is not a database, and a missing file', () => {
    writeFileSync(path('text.db'), 'This is a text and no database.'.repeat(100))
    const check = () => requireIntact(path('text.db'))
    expect(check).toThrow('DATABASE_URL names a file that is not a SQLite database.')
    expect(check).toThrow(StorageOperatorError)
    expect(() => requireIntact(path('none.db'))).toThrow('There is no database at')
  })

  test('does not keep the file locked', async () => {
    requireIntact(sound)
    const writer = await openUnchecked(sound, 'write')
    expect(await writer.batch([{ sql: "UPDATE menus SET name = 'n'" }])).toBe(1)
    await writer.close()
  })
})

test('writeAheadLogBytes returns the size of the write-ahead log, or 0 if there is none', async () => {
  expect(writeAheadLogBytes(sound)).toBe(0)
  const writer = await openUnchecked(sound, 'write')
  await writer.batch([{ sql: "UPDATE menus SET name = 'other'" }])
  expect(writeAheadLogBytes(sound)).toBe(readFileSync(`${sound}-wal`).length)
  expect(writeAheadLogBytes(sound)).toBeGreaterThan(0)
  await writer.close()
})

test.each<[string, boolean, boolean]>([
  [sound, false, true],
  [path('none.db'), false, false],
  ['sqlite::memory:', true, true],
  ['postgres://signage@db/signage', false, true],
])('whether %s is in memory: %j, whether it exists: %j', (url, inMemory, exists) => {
  expect([isInMemory(url), databaseExists(url)]).toEqual([inMemory, exists])
})

test('an invalid file: URL is rejected', () => {
  expect(() => sqliteFile('file:///a%2Fb')).toThrow('DATABASE_URL is not a valid file: URL')
})

describe('a backup', () => {
  test('contains what the database contains, and leaves no other file behind', async () => {
    const directory = path('backups')
    mkdirSync(directory)
    await backUp(`sqlite:${sound}`, join(directory, 'copy.db'))
    expect(readdirSync(directory)).toEqual(['copy.db'])
    const [original, copy] = [
      await openDatabase(sound, 'read'),
      await openDatabase(join(directory, 'copy.db'), 'read'),
    ]
    expect(await exported(copy)).toBe(await exported(original))
    await Promise.all([original.close(), copy.close()])
  })

  test.each([
    [
      'of a PostgreSQL database',
      'postgres://signage@db/signage',
      'names a PostgreSQL database: back it up with pg_dump',
    ],
    ['of a database in memory', 'sqlite::memory:', 'names a database in memory, which cannot be backed up.'],
    ['of a missing database', path('none.db'), 'There is no database at'],
    ['of a damaged database', damaged, `The database is damaged: stop the service and ${RESTORE}`],
    [
      'of a partly damaged database',
      partlyDamaged,
      'The database is damaged, so no backup was made: restore an older one',
    ],
  ])('%s is rejected', async (_, url, sentence) => {
    const backup = backUp(url, path('refused.db'))
    await expect(backup).rejects.toThrow(sentence)
    await expect(backup).rejects.toBeInstanceOf(StorageOperatorError)
    expect(readdirSync(folder).filter((name) => name.includes('refused'))).toEqual([])
  })

  test('overwrites no file', async () => {
    writeFileSync(path('mine.txt'), 'mine')
    await expect(backUp(sound, path('mine.txt'))).rejects.toThrow(
      `The file ${path('mine.txt')} already exists: choose another name, or remove it.`,
    )
    expect(readFileSync(path('mine.txt'), 'utf8')).toBe('mine')
  })

  test('into a missing folder is rejected', async () => {
    const backup = backUp(sound, path('nowhere/copy.db'))
    await expect(backup).rejects.toThrow(/^The backup cannot be written \(.+\): choose an existing folder/)
    await expect(backup).rejects.toBeInstanceOf(StorageOperatorError)
    expect(existsSync(path('nowhere'))).toBe(false)
  })
})

describe('requireOwnMigrations', () => {
  const own = readMigrations('sqlite')

  test('accepts the migrations of this version, and of a later one', async () => {
    const database = await openDatabase(sound, 'read')
    expect(await requireOwnMigrations(database, own)).toBeUndefined()
    expect(await requireOwnMigrations(database, own.slice(0, -1))).toBeUndefined()
    await database.close()
  })

  test('rejects a database that lacks a migration of this version', async () => {
    const database = await openDatabase(sound, 'read')
    const another = { version: 999, name: '0999.sql', checksum: 'none', script: '' }
    const check = requireOwnMigrations(database, [...own, another])
    await expect(check).rejects.toThrow('The database lacks a migration of this version of signage.')
    await expect(check).rejects.toBeInstanceOf(StorageOperatorError)
    await database.close()
  })
})

describe('errors of SQLite are translated into plain words', () => {
  const nextTime = /then try again\.$/
  test.each([
    ['SQLITE_NOTADB', StorageOperatorError, /^DATABASE_URL names a file that is not a SQLite database\.$/],
    ['SQLITE_CORRUPT_INDEX', StorageOperatorError, /^The database is damaged: stop the service and restore/],
    [
      'SQLITE_READONLY_DIRECTORY',
      StorageOperatorError,
      /^The database cannot be written to: grant this user/,
    ],
    ['SQLITE_FULL', StorageOperatorError, nextTime],
    ['SQLITE_IOERR_WRITE', StorageOperatorError, nextTime],
    ['SQLITE_IOERR_READ', StorageUnavailableError, /^The database cannot be used: the reason\.$/],
    ['SQLITE_CANTOPEN', StorageUnavailableError, /^The database cannot be opened: DATABASE_URL must name/],
    ['SQLITE_BUSY', StorageUnavailableError, /^The database cannot be used: the reason\.$/],
    [
      'SQLITE_CONSTRAINT_UNIQUE',
      StorageConstraintError,
      /^The change violates a constraint of the database: the reason\.$/,
    ],
  ])('%s', (code, type, sentence) => {
    const cause = new Sqlite.SqliteError('the reason', code)
    const error = translationOf(() => {
      throw cause
    })
    expect(error).toBeInstanceOf(type)
    expect(error.message).toMatch(sentence)
    expect(error.cause).toBe(cause)
  })

  test.each([
    Object.assign(new Error('no such file'), { code: 'ERR_DLOPEN_FAILED' }),
    Object.assign(new Error('Could not locate the bindings file'), { tries: [] }),
  ])('a driver that is not built: %s', (cause) => {
    const error = translateError(cause)
    expect(error).toBeInstanceOf(StorageOperatorError)
    expect(error).toMatchObject({
      cause,
      message: `The SQLite driver is not built for this Node (${process.version}): run "npm rebuild better-sqlite3" where signage is installed.`,
    })
  })

  test.each([
    new Error('of another kind'),
    Object.assign(new Error('x'), { code: 'OTHER' }),
    'no error',
    undefined,
  ])('%s is left unchanged', (error) => expect(translateError(error)).toBe(error))
})

test('existingPart returns the part of a path that exists, with its links resolved', () => {
  symlinkSync(folder, path('link'))
  const real = existingPart(folder)
  expect(existingPart(join(path('link'), 'not/yet/there'))).toBe(real)
  expect(existingPart(sound)).toBe(join(real, 'sound.db'))
})

function translationOf(work: () => unknown): Error {
  try {
    translateErrors(work)
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('It did not fail.')
}
