import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StorageUnavailableError } from '../../src/storage/database.ts'
import { openUnchecked } from '../../src/storage/open.ts'
import { watchFileIdentity } from '../../src/storage/sqlite/file-identity.ts'
import { temporaryFolder } from '../support/database.ts'

const folder = temporaryFolder()
const path = join(folder, 'signage.db')
const movedPath = join(folder, 'away.db')
const SENTENCE =
  'The file of the database was removed or replaced while the service was using it: put it back, or restart the service.'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('a missing file is detected within a second, and so is its return', () => {
  writeFileSync(path, '')
  const identity = watchFileIdentity(path)
  const check = () => identity.requireUnchanged()
  expect(check).not.toThrow()
  renameSync(path, movedPath)
  vi.advanceTimersByTime(1000)
  expect(check).toThrow(SENTENCE)
  expect(check).toThrow(StorageUnavailableError)
  writeFileSync(path, '')
  vi.advanceTimersByTime(1000)
  expect(check).toThrow(SENTENCE)
  renameSync(movedPath, path)
  vi.advanceTimersByTime(1000)
  expect(check).not.toThrow()
  identity.stop()
  expect(vi.getTimerCount()).toBe(0)
})

describe('a connection whose file is missing', () => {
  const sql = 'SELECT 1 AS one'

  test('to read rejects every query until the file is back', async () => {
    await (await openUnchecked(path, 'create')).close()
    const database = await openUnchecked(path, 'read')
    expect(await database.all({ sql })).toEqual([{ one: 1 }])
    renameSync(path, movedPath)
    vi.advanceTimersByTime(1000)
    for (const query of [
      () => database.all({ sql }),
      () => database.get({ sql }),
      () => database.readTogether([{ sql }]),
      async () => database.contentVersion(),
    ]) {
      await expect(query()).rejects.toThrow(SENTENCE)
    }
    renameSync(movedPath, path)
    vi.advanceTimersByTime(1000)
    expect(await database.get({ sql })).toEqual({ one: 1 })
    await database.close()
    expect(vi.getTimerCount()).toBe(0)
    await expect(database.all({ sql })).rejects.toThrow('The database connection is not open')
  })

  test('to write does not watch the file, because SQLite itself reports a missing file', async () => {
    const database = await openUnchecked(path, 'write')
    expect(vi.getTimerCount()).toBe(0)
    await database.close()
  })
})
