import { expect, test } from 'vitest'
import { bisect } from '../src/boards/board/layout/bisect.ts'

/** Searches the sizes up to a limit. @returns the result and how many sizes were tried */
async function searchUpTo(limit: number, [min, max]: readonly [number, number], precision: number) {
  let tried = 0
  const result = await bisect(min, max, precision, (size) => {
    tried++
    return size <= limit
  })
  return { result, tried }
}

test.each([
  { name: 'none fits', limit: 10, expected: 30 },
  { name: 'the least fits', limit: 30, expected: 30 },
  { name: 'all fit', limit: 70, expected: 70 },
  { name: 'some fit', limit: 47, expected: 46.25 },
])('the result of a search is the same again, whatever it was before: $name', async ({ limit, expected }) => {
  expect((await searchUpTo(limit, [30, 70], 1.3)).result).toBe(expected)
  for (const before of [10, 30, 45.5, 47, 69.9, 70]) {
    await searchUpTo(before, [30, 70], 1.3)
    expect((await searchUpTo(limit, [30, 70], 1.3)).result).toBe(expected)
  }
})

test('a search with the result of the one before tries two sizes', async () => {
  expect((await searchUpTo(60, [31, 80], 1)).tried).toBeGreaterThan(5)
  expect((await searchUpTo(60, [31, 80], 1)).tried).toBe(2)
})
