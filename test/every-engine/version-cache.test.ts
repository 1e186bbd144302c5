import { beforeEach, expect, test } from 'vitest'
import { createVersionCache } from '../../src/fast-path/version-cache.ts'
import type { Database } from '../../src/storage/database.ts'
import { openMemory } from '../support/database.ts'

const database = await openMemory()
let cache: ReturnType<typeof createVersionCache<string>>
const now = async () => database.contentVersion()
let users = 0
const change = () => database.batch([{ script: `INSERT INTO users (id, name) VALUES ('${users++}', 'x')` }])

beforeEach(() => {
  cache = createVersionCache(database)
})

test('a value is returned until data changes', async () => {
  cache.set('text', await now(), 'value')
  expect(await cache.get('text')).toBe('value')
  expect(await cache.get('other')).toBeUndefined()
  await change()
  expect(await cache.get('text')).toBeUndefined()
})

test('a value that was read before a change is not returned after it, and evicts no value that was read since', async () => {
  const before = await now()
  await change()
  cache.set('late', before, 'of the past')
  expect(await cache.get('late')).toBeUndefined()
  cache.set('text', await now(), 'value')
  cache.set('late', before, 'of the past')
  expect(await cache.get('late')).toBeUndefined()
  expect(await cache.get('text')).toBe('value')
})

test('values of one content version are cached together, up to 8 MiB with 1 KiB counted for each', async () => {
  const version = await now()
  // A text of 512 characters, and 1024 for the rest of the entry.
  const text = (n: number) => `${n}`.padStart(512, ' ')
  const fitting = Math.ceil((8 * 1024 * 1024 + 1) / 1536)
  for (let n = 0; n < fitting; n++) cache.set(text(n), version, `${n}`)
  expect(await cache.get(text(0))).toBe('0')
  expect(await cache.get(text(fitting - 1))).toBe(`${fitting - 1}`)
  cache.set('one more', version, 'last')
  expect(await cache.get(text(0))).toBeUndefined()
  expect(await cache.get('one more')).toBe('last')
})

test('no value is returned while the content version cannot be read, but the error', async () => {
  const version = await now()
  let readVersion: Database['contentVersion'] = async () => version
  const flaky = createVersionCache<string>({ ...database, contentVersion: () => readVersion() })
  flaky.set('text', version, 'value')
  expect(await flaky.get('text')).toBe('value')
  readVersion = () => {
    throw new Error('gone')
  }
  await expect(flaky.get('text')).rejects.toThrow('gone')
  readVersion = () => Promise.reject(new Error('gone'))
  await expect(flaky.get('text')).rejects.toThrow('gone')
})
