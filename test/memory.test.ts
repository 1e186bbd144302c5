import { beforeEach, expect, test } from 'vitest'
import { createMemory, type Memory } from '../src/storage/memory.ts'
import { openMemory } from './support/database.ts'

const database = await openMemory()
let memory: Memory<string>
const now = () => database.state()
const commit = () => database.batch([{ script: "UPDATE users SET name = 'x'" }])

beforeEach(() => {
  memory = createMemory(database)
})

test('a value is recalled until something is committed', async () => {
  memory.remember('text', now(), 'value')
  expect(memory.recall('text')).toBe('value')
  expect(memory.recall('other')).toBeUndefined()
  await commit()
  expect(memory.recall('text')).toBeUndefined()
})

test('a value that was read before a commit is not recalled after it, and pushes out none that was read since', async () => {
  const before = now()
  await commit()
  memory.remember('late', before, 'of the past')
  expect(memory.recall('late')).toBeUndefined()
  memory.remember('text', now(), 'value')
  memory.remember('late', before, 'of the past')
  expect(memory.recall('late')).toBeUndefined()
  expect(memory.recall('text')).toBe('value')
})

test('it is bounded: when it is full it begins anew', () => {
  const long = 'x'.repeat(100_000)
  for (let n = 0; n < 200; n++) memory.remember(`${n}${long}`, now(), 'value')
  expect(memory.recall(`0${long}`)).toBeUndefined()
  expect(memory.recall(`199${long}`)).toBe('value')
})

test('on an engine that cannot tell, and on one that fails, nothing is recalled', () => {
  const state = now()
  let tell: () => object | undefined = () => state
  const flaky = createMemory<string>({ ...database, state: () => tell() })
  flaky.remember('text', state, 'value')
  expect(flaky.recall('text')).toBe('value')
  tell = () => {
    throw new Error('gone')
  }
  expect(flaky.recall('text')).toBeUndefined()
  tell = () => undefined
  flaky.remember('other', undefined, 'value')
  expect(flaky.recall('other')).toBeUndefined()
  expect(flaky.recall('text')).toBeUndefined()
})
