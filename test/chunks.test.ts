import { expect, test } from 'vitest'
import { chunks } from '../src/lib/chunks.ts'
import { boundList } from '../src/storage/define-query.ts'
import { findExistingIds } from '../src/storage/statements.ts'
import { openMemory } from './support/database.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

test('values are split into chunks of 500, and none is lost', () => {
  const lengths = (count: number) => [...chunks(numbers(count))].map(({ length }) => length)
  expect(lengths(0)).toEqual([])
  expect(lengths(1)).toEqual([1])
  expect(lengths(500)).toEqual([500])
  expect(lengths(501)).toEqual([500, 1])
  expect(lengths(1250)).toEqual([500, 500, 250])
  expect([...chunks(numbers(1250))].flat()).toEqual(numbers(1250))
})

test('values with a larger weight fill a chunk sooner', () => {
  const weights = [499, 1, 1, 600, 250, 250, 3]
  expect([...chunks(weights, { weigh: (weight) => weight })]).toEqual([[499, 1], [1, 600], [250, 250], [3]])
})

test('ids are found among any number of ids, including ids that no database can store', async () => {
  const database = await openMemory()
  await database.batch([
    { script: "INSERT INTO users (id, name) VALUES ('7', 'x'), ('1100', 'x'), ('1300', 'x')" },
  ])
  const ids = [...numbers(1200).map(String), 'a\0b', '\ud800']
  const found = await findExistingIds(database, 'users', ids)
  expect(found).toEqual(new Set(['7', '1100']))
  await database.close()
})

test('a bound list omits values that no database can store', () => {
  expect(boundList(['a\0b', 'ok', '\ud800', '\ud83c\udf55'])).toBe('["ok","🍕"]')
})
