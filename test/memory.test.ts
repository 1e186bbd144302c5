import { beforeEach, expect, test } from 'vitest'
import type { Database, State } from '../src/storage/database.ts'
import { createMemory, type Memory } from '../src/storage/version-cache.ts'
import { openMemory } from './support/database.ts'

const database = await openMemory()
let memory: Memory<string>
const now = async () => database.state()
let users = 0
const change = () => database.batch([{ script: `INSERT INTO users (id, name) VALUES ('${users++}', 'x')` }])

beforeEach(() => {
  memory = createMemory(database)
})

test('a value is recalled until something is changed', async () => {
  memory.remember('text', await now(), 'value')
  expect(await memory.recall('text')).toBe('value')
  expect(await memory.recall('other')).toBeUndefined()
  await change()
  expect(await memory.recall('text')).toBeUndefined()
})

test('a value that was read before a change is not recalled after it, and pushes out none that was read since', async () => {
  const before = await now()
  await change()
  memory.remember('late', before, 'of the past')
  expect(await memory.recall('late')).toBeUndefined()
  memory.remember('text', await now(), 'value')
  memory.remember('late', before, 'of the past')
  expect(await memory.recall('late')).toBeUndefined()
  expect(await memory.recall('text')).toBe('value')
})

test('it is bounded: when it is full it begins anew', async () => {
  const long = 'x'.repeat(100_000)
  for (let n = 0; n < 200; n++) memory.remember(`${n}${long}`, await now(), 'value')
  expect(await memory.recall(`0${long}`)).toBeUndefined()
  expect(await memory.recall(`199${long}`)).toBe('value')
})

test('values of one state are kept beside each other, as many as 8 MiB hold with 1 KiB for each', async () => {
  const state = await now()
  // 512 characters and 1024 for the rest of it.
  const text = (n: number) => `${n}`.padStart(512, ' ')
  const fitting = Math.ceil((8 * 1024 * 1024 + 1) / 1536)
  for (let n = 0; n < fitting; n++) memory.remember(text(n), state, `${n}`)
  expect(await memory.recall(text(0))).toBe('0')
  expect(await memory.recall(text(fitting - 1))).toBe(`${fitting - 1}`)
  memory.remember('one more', state, 'last')
  expect(await memory.recall(text(0))).toBeUndefined()
  expect(await memory.recall('one more')).toBe('last')
})

test('on an engine that has to ask, a value is recalled once the engine has answered', async () => {
  const states = [{ number: 1 }, { number: 2 }] as const
  let state: State = states[0]
  const slow = createMemory<string>({ ...database, state: async () => state })
  slow.remember('text', states[0], 'value')
  expect(await slow.recall('text')).toBe('value')
  state = states[1]
  expect(await slow.recall('text')).toBeUndefined()
})

test('while the engine fails, nothing is recalled', async () => {
  const state = await now()
  let tell: Database['state'] = () => state
  const flaky = createMemory<string>({ ...database, state: () => tell() })
  flaky.remember('text', state, 'value')
  expect(await flaky.recall('text')).toBe('value')
  tell = () => {
    throw new Error('gone')
  }
  expect(flaky.recall('text')).toBeUndefined()
  tell = () => Promise.reject(new Error('gone'))
  expect(await flaky.recall('text')).toBeUndefined()
})
