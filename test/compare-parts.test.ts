import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ComparedAnswer, createCompareClient } from '../src/commands/compare/client.ts'
import { hideKeys } from '../src/commands/compare/describe-value.ts'
import { discover } from '../src/commands/compare/discover.ts'
import { compareJson } from '../src/commands/compare/json-differences.ts'
import { createTally } from '../src/commands/compare/tally.ts'
import { NoResponse } from '../src/lib/http-client/get.ts'
import type { InterfaceName } from '../src/lib/http-client/key.ts'
import { startProxy } from './support/http-proxy.ts'

/** Values of JSON with few names and ids, so that two of them are often alike. */
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, 0, 1, '', 'a', '1'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('id', 'value', 'name', 'a/b', '__proto__'), tie('value'), { maxKeys: 3 }),
  ),
}))
const normal = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('two values of JSON', () => {
  test('have differences exactly if they are not equal', () => {
    fc.assert(
      fc.property(json.map(normal), json.map(normal), (other, self) => {
        expect([...compareJson(other, normal(other))]).toEqual([])
        expect([...compareJson(other, self)].length === 0).toBe(isDeepStrictEqual(other, self))
      }),
      { numRuns: 2000 },
    )
  })

  test('have pointers that are escaped, and patterns without indexes', () => {
    const [difference] = compareJson({ 'a/b': [{ '~': 1 }] }, { 'a/b': [{ '~': 2 }] })
    expect(difference).toEqual({
      type: 'value',
      pointer: '/a~1b/0/~0',
      pattern: '/a~1b/*/~0',
      other: 1,
      this: 2,
    })
  })

  test('may differ in the type of an id, which then still belongs to the same member', () => {
    const differences = [...compareJson([{ id: 7, name: 'a' }], [{ id: '7', name: 'a' }])]
    expect(differences).toMatchObject([{ type: 'type', pointer: '/0/id' }])
  })
})

test('times are summarized by nearest rank', () => {
  expect(summaryOf([])).toEqual({ median: null, p99: null })
  expect(summaryOf([9])).toEqual({ median: 9, p99: 9 })
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(summaryOf(hundred)).toEqual({ median: 50, p99: 99 })

  function summaryOf(timesMs: readonly number[]) {
    const tally = createTally(hideKeys([]))
    const answer = { status: 200, headers: {}, body: '' }
    for (const durationMs of timesMs)
      tally.add(
        { interface: 'menus', route: '/', path: '/' },
        0,
        [],
        [{ ...answer, durationMs }, new NoResponse()],
      )
    return tally.times().other
  }
})

test('keys are hidden, also escaped and if one begins with the other', () => {
  const hide = hideKeys(['abcd', 'abcd"efgh'])
  expect(hide('abcd')).toBe('…')
  expect(hide('x abcd"efgh y')).toBe('x … y')
  expect(hide('"abcd\\"efgh"')).toBe('"…"')
  expect(hide('?tags=abcd%22efgh')).toBe('?tags=…')
})

test('a list of devices without an end is an error', async () => {
  let pages = 0
  // Without HTTP, over which the 10,000 pages would take most of a minute.
  const ask = async (_: InterfaceName, path: string): Promise<ComparedAnswer> => {
    const data = path.startsWith('/devices') ? [{ id: `d${pages++}` }] : []
    return { status: 200, headers: {}, body: JSON.stringify({ total: 1, data }), durationMs: 1 }
  }
  const key = { text: 'key', source: 'in a test' }
  const url = 'http://localhost'
  const service = {
    name: url,
    urls: { menus: url, devices: url },
    keys: { menus: key, devices: key },
  }
  await expect(discover([{ service, ask }], true)).rejects.toThrow(
    'The list of devices has more than 10000 pages: check the address.',
  )
  expect(pages).toBe(10_000)
})

test('devices of all pages of both services are found, also if these ignore the page', async () => {
  const page = (ids: readonly string[]) => JSON.stringify({ total: 9, data: ids.map((id) => ({ id })) })
  const start = (pages: readonly (readonly string[])[]) =>
    startProxy('', ({ url, response }) => {
      const number = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1)
      response.end(url.startsWith('/devices') ? page(pages[number - 1] ?? pages.at(-1) ?? []) : '[]')
    })
  const key = { text: 'key', source: 'in a test' }
  const clients = [await start([['a', 'b'], ['c'], []]), await start([['a', 'd']])].map((url) =>
    createCompareClient(
      { name: url, urls: { menus: url, devices: url }, keys: { menus: key, devices: key } },
      new AbortController().signal,
    ),
  )
  const { devices = [] } = await discover(clients, true)
  expect([...devices].sort()).toEqual(['a', 'b', 'c', 'd'])
  expect(await discover(clients, false)).toEqual({ menus: [], tags: [] })
})
