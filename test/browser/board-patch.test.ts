import fc from 'fast-check'
import { applyPatch as applyReference, createPatch } from 'rfc6902'
import { describe, expect, test } from 'vitest'
import { createPatch as createOwnPatch, type Json } from '../../src/menu/stream/json-patch.ts'
import { applyPatch, PatchError } from '../../src/pages/browser/board/patch.ts'

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>

/** The reference sets no member of this name; a test below has it. */
const plainJson = json.filter((value) => !JSON.stringify(value).includes('__proto__'))

test('a patch makes of one value what the reference makes of it', () => {
  fc.assert(
    fc.property(plainJson, plainJson, (before, after) => {
      const patch = createPatch(before, after)
      const expected = { root: structuredClone(before) }
      applyReference(
        expected,
        patch.map((operation) => ({ ...operation, path: `/root${operation.path}` })) as never,
      )
      expect(applyPatch(before, patch)).toEqual(expected.root)
    }),
  )
})

test('the patches of the service turn one value into the other, and leave the first as it was', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const copy = structuredClone(before)
      expect(applyPatch(before, createOwnPatch(before, after))).toEqual(after)
      expect(before).toEqual(copy)
    }),
  )
})

describe('it refuses', () => {
  test.each([
    ['what is no list', {}],
    ['an operation that it does not know', [{ op: 'move', from: '/a', path: '/b' }]],
    ['an operation without a value', [{ op: 'add', path: '/a' }]],
    ['a path without a slash', [{ op: 'remove', path: 'list' }]],
    ['to replace what is not there', [{ op: 'replace', path: '/b', value: 1 }]],
    ['to remove what is not there', [{ op: 'remove', path: '/list/2' }]],
    ['to remove what an object inherits', [{ op: 'remove', path: '/toString' }]],
    ['a place beyond the end of a list', [{ op: 'add', path: '/list/3', value: 1 }]],
    ['a place that is no number', [{ op: 'add', path: '/list/01', value: 1 }]],
    ['a place below a number', [{ op: 'add', path: '/list/0/x', value: 1 }]],
  ])('%s', (_, patch) => {
    expect(() => applyPatch({ list: [1, 2] }, patch)).toThrow(PatchError)
  })
})

test('a name is a name, whatever it means elsewhere', () => {
  const patch = JSON.parse(
    '[{"op":"add","path":"/__proto__","value":{"x":1}},{"op":"add","path":"/a~1b~0c","value":2}]',
  )
  const patched = applyPatch({}, patch) as Record<string, unknown>
  expect(Object.keys(patched)).toEqual(['__proto__', 'a/b~c'])
  expect(patched['x']).toBeUndefined()
})
