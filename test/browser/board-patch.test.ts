import fc from 'fast-check'
import { applyPatch as applyReference, createPatch } from 'rfc6902'
import { describe, expect, test } from 'vitest'
import { applyPatch } from '../../src/browser/menu/patch.ts'
import { createPatch as createOwnPatch, type Json } from '../../src/menu/stream/json-patch.ts'

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>

/** The reference implementation does not set a member of this name. A test below covers it. */
const plainJson = json.filter((value) => !JSON.stringify(value).includes('__proto__'))

test('patches have the same result as with the reference implementation', () => {
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

test('patches of the service turn one value into the other, and leave the original unchanged', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const copy = structuredClone(before)
      expect(applyPatch(before, createOwnPatch(before, after))).toEqual(after)
      expect(before).toEqual(copy)
    }),
  )
})

describe('rejects', () => {
  test.each([
    ['a patch that is not a list', {}],
    ['an unknown operation', [{ op: 'move', from: '/a', path: '/b' }]],
    ['an operation without a value', [{ op: 'add', path: '/a' }]],
    ['a path that does not start with a slash', [{ op: 'remove', path: 'list' }]],
    ['replacing a member that does not exist', [{ op: 'replace', path: '/b', value: 1 }]],
    ['removing an element that does not exist', [{ op: 'remove', path: '/list/2' }]],
    ['removing an inherited member', [{ op: 'remove', path: '/toString' }]],
    ['an index beyond the end of a list', [{ op: 'add', path: '/list/3', value: 1 }]],
    ['an index with a leading zero', [{ op: 'add', path: '/list/01', value: 1 }]],
    ['a path below a number', [{ op: 'add', path: '/list/0/x', value: 1 }]],
  ])('%s', (_, patch) => {
    expect(() => applyPatch({ list: [1, 2] }, patch)).toThrow(/^(The patch|A path) /)
  })
})

test('names with a special meaning are plain members', () => {
  const patch = JSON.parse(
    '[{"op":"add","path":"/__proto__","value":{"x":1}},{"op":"add","path":"/a~1b~0c","value":2}]',
  )
  const patched = applyPatch({}, patch) as Record<string, unknown>
  expect(Object.keys(patched)).toEqual(['__proto__', 'a/b~c'])
  expect(patched['x']).toBeUndefined()
})
