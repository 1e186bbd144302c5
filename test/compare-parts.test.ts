import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient, type Service } from '../src/compare/client.ts'
import { hideKeys } from '../src/compare/describe-value.ts'
import { compareJson } from '../src/compare/json-differences.ts'
import { retryAfterMs } from '../src/compare/response.ts'
import { get } from '../src/compare/routes.ts'
import { summarizeTimes } from '../src/compare/times.ts'
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

test.each([
  [200, '5', undefined],
  [429, '5', 5000],
  [503, 'Mon, 23 Nov 2026 05:00:10 GMT', 10_000],
  [503, 'Mon, 23 Nov 2026 04:00:00 GMT', 0],
  [503, 'soon', 1000],
  [429, null, 1000],
])('status %i with Retry-After %s means to wait %s ms', (status, retryAfter, waitMs) => {
  const headers = retryAfter === null ? {} : { 'retry-after': retryAfter }
  const nowMs = Date.parse('2026-11-23T05:00:00Z')
  expect(retryAfterMs(new Response(null, { status, headers }), nowMs)).toBe(waitMs)
})

test('times are summarized by nearest rank', () => {
  expect(summarizeTimes([])).toEqual({ median: null, p99: null })
  expect(summarizeTimes([9])).toEqual({ median: 9, p99: 9 })
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(summarizeTimes(hundred)).toEqual({ median: 50, p99: 99 })
})

test('keys are hidden, also escaped and if one begins with the other', () => {
  const hide = hideKeys(['abcd', 'abcd"efgh'])
  expect(hide('abcd')).toBe('…')
  expect(hide('x abcd"efgh y')).toBe('x … y')
  expect(hide('"abcd\\"efgh"')).toBe('"…"')
  expect(hide('?tags=abcd%22efgh')).toBe('?tags=…')
})

describe('a client', () => {
  const at = (url: string): Service => {
    const both = (text: string) => ({ menus: text, devices: text })
    return { name: url, urls: both(url), keys: both('key') }
  }

  test('waits for an answer only until its timeout, also for the rest of a body', async () => {
    const url = await startProxy('', ({ url, response }) => {
      if (url === '/v1/groups') response.write('{')
    })
    const client = createClient(at(url), { signal: new AbortController().signal, timeoutMs: 200 })
    const failure = 'no answer within 0.2 seconds'
    expect(await Promise.all(['/v1/menus', '/v1/groups'].map((path) => client.ask(get(path))))).toEqual([
      { failure },
      { failure },
    ])
  })

  test('does not send a key to where it is redirected', async () => {
    let keys = 0
    const elsewhere = await startProxy('', ({ response }) => {
      keys++
      response.end()
    })
    const url = await startProxy('', ({ response }) => response.writeHead(302, { location: elsewhere }).end())
    const client = createClient(at(url), { signal: new AbortController().signal })
    expect(await client.ask(get('/v1/menus'))).toMatchObject({ status: 302 })
    expect(keys).toBe(0)
  })

  test('sends the key in the header of the interface', async () => {
    const seen: unknown[] = []
    const url = await startProxy('', ({ request, response }) => {
      seen.push([request.headers['x-api-key'], request.headers.authorization])
      response.end()
    })
    const client = createClient(at(url), { signal: new AbortController().signal })
    await client.ask(get('/v1/menus'))
    await client.ask(get('/devices/x'))
    expect(seen).toEqual([
      ['key', undefined],
      [undefined, 'Bearer key'],
    ])
  })

  test('stops waiting for a busy service when it is stopped', async () => {
    const stop = new AbortController()
    const url = await startProxy('', ({ response }) => {
      response.writeHead(429, { 'retry-after': '60' }).end()
      setTimeout(() => stop.abort(new Error('stopped')), 50)
    })
    const client = createClient(at(url), { signal: stop.signal })
    await expect(client.ask(get('/v1/menus'))).rejects.toThrow('stopped')
  })

  test('gives up on a service that stays busy', async () => {
    const url = await startProxy('', ({ response }) => response.writeHead(503, { 'retry-after': '0' }).end())
    const client = createClient(at(url), { signal: new AbortController().signal })
    expect(await client.ask(get('/v1/menus'))).toEqual({ failure: 'status 503, 5 times in a row' })
  })
})
