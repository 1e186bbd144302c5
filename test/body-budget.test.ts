import { expect, test } from 'vitest'
import { createBodyBudget } from '../src/http/bodies/body-budget.ts'
import { BODY_BUDGET } from '../src/http/bodies/body-limits.ts'

const { maxBytesOfKey, maxBytes, uncountedBytes: small } = BODY_BUDGET
const largest = maxBytesOfKey + small
const half = maxBytesOfKey / 2 + small
const keys = Array.from({ length: maxBytes / maxBytesOfKey }, (_, n) => `key ${n}`)
const tooMany = expect.objectContaining({ statusCode: 429, headers: { 'retry-after': '1' } })
const unavailable = expect.objectContaining({ statusCode: 503, headers: { 'retry-after': '1' } })

test('the bodies of a key have at most so many bytes, and those of all keys, but small bodies are always taken', () => {
  const open = createBodyBudget()
  for (const key of keys) {
    open(key).take(largest)
    expect(() => open(key).take(small + 1)).toThrow(tooMany)
  }
  expect(() => open('other').take(small + 1)).toThrow(unavailable)
  for (const key of [...keys, 'other']) for (let n = 0; n < 100; n++) open(key).take(small)
})

test('a body that grows counts as one', () => {
  const share = createBodyBudget()('a')
  for (let n = 0; n < 4; n++) share.take(largest / 4)
  expect(() => share.take(1)).toThrow(tooMany)
})

test('what is released, or was refused, counts no more', () => {
  const open = createBodyBudget()
  const first = open('a')
  first.take(half)
  for (let n = 0; n < 3; n++) expect(() => open('a').take(half + 1)).toThrow()
  open('a').take(half)
  first.release()
  first.release()
  open('a').take(half)
  expect(() => open('a').take(small + 1)).toThrow()
})
