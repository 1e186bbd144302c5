import { beforeEach, expect, test } from 'vitest'
import { createVersionCache, type VersionCache } from '../src/fast-path/version-cache.ts'
import type { Database, DataVersion } from '../src/storage/database.ts'
import { openMemory } from './support/database.ts'

const database = await openMemory()
let memory: VersionCache<string>
const now = async () => database.dataVersion()
let users = 0
const change = () => database.batch([{ script: `INSERT INTO users (id, name) VALUES ('${users++}', 'x')` }])

beforeEach(() => {
  memory = createVersionCache(database)
})

test('a value is recalled until something is changed', async () => {
  memory.set('text', await now(), 'value')
  expect(await memory.get('text')).toBe('value')
  expect(await memory.get('other')).toBeUndefined()
  await change()
  expect(await memory.get('text')).toBeUndefined()
})

test('a value that was read before a change is not recalled after it, and pushes out none that was read since', async () => {
  const before = await now()
  await change()
  memory.set('late', before, 'of the past')
  expect(await memory.get('late')).toBeUndefined()
  memory.set('text', await now(), 'value')
  memory.set('late', before, 'of the past')
  expect(await memory.get('late')).toBeUndefined()
  expect(await memory.get('text')).toBe('value')
})

test('it is bounded: when it is full it begins anew', async () => {
  const long = 'x'.repeat(100_000)
  for (let n = 0; n < 200; n++) memory.set(`${n}${long}`, await now(), 'value')
  expect(await memory.get(`0${long}`)).toBeUndefined()
  expect(await memory.get(`199${long}`)).toBe('value')
})

test('values of one state are kept beside each other, as many as 8 MiB hold with 1 KiB for each', async () => {
  const state = await now()
  // 512 characters and 1024 for the rest of it.
  const text = (n: number) => `${n}`.padStart(512, ' ')
  const fitting = Math.ceil((8 * 1024 * 1024 + 1) / 1536)
  for (let n = 0; n < fitting; n++) memory.set(text(n), state, `${n}`)
  expect(await memory.get(text(0))).toBe('0')
  expect(await memory.get(text(fitting - 1))).toBe(`${fitting - 1}`)
  memory.set('one more', state, 'last')
  expect(await memory.get(text(0))).toBeUndefined()
  expect(await memory.get('one more')).toBe('last')
})

test('on an engine that has to ask, a value is recalled once the engine has answered', async () => {
  const states = [{ number: 1 }, { number: 2 }] as const
  let state: DataVersion = states[0]
  const slow = createVersionCache<string>({ ...database, dataVersion: async () => state })
  slow.set('text', states[0], 'value')
  expect(await slow.get('text')).toBe('value')
  state = states[1]
  expect(await slow.get('text')).toBeUndefined()
})

test('while the engine fails, nothing is recalled', async () => {
  const state = await now()
  let tell: Database['dataVersion'] = () => state
  const flaky = createVersionCache<string>({ ...database, dataVersion: () => tell() })
  flaky.set('text', state, 'value')
  expect(await flaky.get('text')).toBe('value')
  tell = () => {
    throw new Error('gone')
  }
  expect(flaky.get('text')).toBeUndefined()
  tell = () => Promise.reject(new Error('gone'))
  expect(await flaky.get('text')).toBeUndefined()
})
