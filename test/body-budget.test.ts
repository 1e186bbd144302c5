import { expect, test } from 'vitest'
import { createBodyBudget } from '../src/http/bodies/body-budget.ts'

const create = () => createBodyBudget({ maxBytesOfKey: 100, maxBytes: 250, uncountedBytes: 10 })
const tooMany = { statusCode: 429, headers: { 'retry-after': '1' } }
const unavailable = { statusCode: 503, headers: { 'retry-after': '1' } }

test('the bodies of a key have at most so many bytes, and those of all keys', () => {
  const open = create()
  open('a').take(110)
  expect(() => open('a').take(11)).toThrow(expect.objectContaining(tooMany))
  open('b').take(110)
  expect(() => open('c').take(61)).toThrow(expect.objectContaining(unavailable))
  open('c').take(60)
})

test('small bodies are always taken', () => {
  const open = create()
  for (const key of ['a', 'b']) open(key).take(110)
  open('c').take(60)
  for (const key of ['a', 'b', 'c', 'd']) for (let n = 0; n < 100; n++) open(key).take(10)
})

test('a body that grows counts as one', () => {
  const share = create()('a')
  for (let n = 0; n < 110; n++) share.take(1)
  expect(() => share.take(1)).toThrow(expect.objectContaining(tooMany))
})

test('what is released, or was refused, counts no more', () => {
  const open = create()
  const first = open('a')
  first.take(60)
  for (let n = 0; n < 3; n++) expect(() => open('a').take(61)).toThrow()
  open('a').take(60)
  first.release()
  first.release()
  open('a').take(60)
  expect(() => open('a').take(11)).toThrow()
})
