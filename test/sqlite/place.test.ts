import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StorageUnavailableError } from '../../src/storage/database.ts'
import { openStorage } from '../../src/storage/open.ts'
import { watchFileIdentity } from '../../src/storage/sqlite/file-identity.ts'
import { temporaryFolder } from '../support/database.ts'

const folder = temporaryFolder()
const path = join(folder, 'signage.db')
const away = join(folder, 'away.db')
const SENTENCE = `The file ${path} was removed or replaced while the service was using it: put it back, or restart the service.`

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a file is missed within a second, and found again', () => {
  writeFileSync(path, '')
  const place = watchFileIdentity(path)
  const check = () => place.assertUnchanged()
  expect(check).not.toThrow()
  renameSync(path, away)
  vi.advanceTimersByTime(1000)
  expect(check).toThrow(SENTENCE)
  expect(check).toThrow(StorageUnavailableError)
  writeFileSync(path, '')
  vi.advanceTimersByTime(1000)
  expect(check).toThrow(SENTENCE)
  renameSync(away, path)
  vi.advanceTimersByTime(1000)
  expect(check).not.toThrow()
  place.stop()
  expect(vi.getTimerCount()).toBe(0)
})

describe('a connection whose file is gone', () => {
  const question = 'SELECT 1 AS one'

  test('to read answers nothing more', async () => {
    await (await openStorage(path, 'create')).close()
    const database = await openStorage(path, 'read')
    expect(await database.all(question)).toEqual([{ one: 1 }])
    renameSync(path, away)
    vi.advanceTimersByTime(1000)
    for (const ask of [
      () => database.all(question),
      () => database.get(question),
      () => database.snapshot([{ sql: question }]),
      async () => database.dataVersion(),
    ]) {
      await expect(ask()).rejects.toThrow(SENTENCE)
    }
    renameSync(away, path)
    vi.advanceTimersByTime(1000)
    expect(await database.get(question)).toEqual({ one: 1 })
    await database.close()
    expect(vi.getTimerCount()).toBe(0)
    await expect(database.all(question)).rejects.toThrow('The database connection is not open')
  })

  test('to write is told by SQLite itself, and looks at nothing', async () => {
    const database = await openStorage(path, 'write')
    expect(vi.getTimerCount()).toBe(0)
    await database.close()
  })
})
