import { describe, expect, test } from 'vitest'
import { group, item, KEY, menu, menusDocument, withKey } from './support/documents.ts'
import { startService } from './support/service.ts'

const kitchen = { name: 'Production Kitchen', restaurantName: 'Kites' }
const deep = menu('deep', {
  name: 'Deep',
  groups: [
    group('z', { groups: [group('y', { groups: [group('x')] }), group('a')], items: [item('i')] }),
    group('b'),
  ],
})
const { get, send } = await startService({
  ...menusDocument(
    menu('m2', { name: 'Kids Menu', location: kitchen }),
    menu('m1', { name: 'Kids Menu', location: kitchen }),
    menu('m4', { name: 'Brunch' }),
    menu('m3', { name: 'Kids Menu', location: { name: null, restaurantName: 'Kites' } }),
    menu('m5', { name: 'kids menu' }),
    deep,
    menu('hidden', { name: 'Hidden', groups: [group('hidden')] }),
  ),
  apiKeys: [
    { key: KEY, name: 'boards', user: 'ops', scopes: [], menus: ['m1', 'm2', 'm3', 'm4', 'm5', 'deep'] },
    { key: 'nothing', name: 'nothing', user: 'ops', scopes: ['device:read'], menus: [] },
  ],
})

describe('GET /v1/menus', () => {
  test('lists the menus granted to the key by name, then id; locations is always an object', async () => {
    const answer = await get('/v1/menus', withKey)
    expect(answer.statusCode).toBe(200)
    const nowhere = { name: null, restaurantName: null }
    expect(answer.json()).toEqual([
      { id: 'm4', name: 'Brunch', locations: nowhere },
      { id: 'deep', name: 'Deep', locations: nowhere },
      { id: 'm1', name: 'Kids Menu', locations: kitchen },
      { id: 'm2', name: 'Kids Menu', locations: kitchen },
      { id: 'm3', name: 'Kids Menu', locations: { name: null, restaurantName: 'Kites' } },
      { id: 'm5', name: 'kids menu', locations: nowhere },
    ])
  })

  test('a key without menus gets an empty list', async () => {
    const answer = await get('/v1/menus', { 'x-api-key': 'nothing' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual([])
  })

  test('unknown query parameters are ignored, those of other routes too', async () => {
    expect((await get('/v1/menus?menus=m1&page=x&foo=bar', withKey)).json()).toHaveLength(6)
  })

  test('a trailing slash is tolerated', async () => {
    expect((await get('/v1/menus/', withKey)).json()).toHaveLength(6)
  })
})

describe('GET /v1/menus/options', () => {
  test('an empty name of a location is none', async () => {
    const { get } = await startService(
      menusDocument(menu('empty', { name: 'Brunch', location: { name: '', restaurantName: 'Kites' } })),
    )
    expect((await get('/v1/menus/options', withKey)).json()).toEqual([{ label: 'Brunch', value: 'empty' }])
    const [listed] = (await get('/v1/menus', withKey)).json()
    expect(listed.locations).toEqual({ name: '', restaurantName: 'Kites' })
  })

  test('labels are the name with the location, or just the name; ordered by label, then value', async () => {
    expect((await get('/v1/menus/options', withKey)).json()).toEqual([
      { label: 'Brunch', value: 'm4' },
      { label: 'Deep', value: 'deep' },
      { label: 'Kids Menu', value: 'm3' },
      { label: 'Kids Menu (Production Kitchen)', value: 'm1' },
      { label: 'Kids Menu (Production Kitchen)', value: 'm2' },
      { label: 'kids menu', value: 'm5' },
    ])
  })
})

describe('GET /v1/menus/:menuId/groups/options', () => {
  test('every group at any depth, labelled with its path, ordered by label', async () => {
    expect((await get('/v1/menus/deep/groups/options', withKey)).json()).toEqual([
      { label: 'b', value: 'group-b' },
      { label: 'z', value: 'group-z' },
      { label: 'z > a', value: 'group-a' },
      { label: 'z > y', value: 'group-y' },
      { label: 'z > y > x', value: 'group-x' },
    ])
  })

  test('a menu without groups: an empty list', async () => {
    expect((await get('/v1/menus/m1/groups/options', withKey)).json()).toEqual([])
  })

  test('a menu that is missing and one that is not granted give the same bytes', async () => {
    const missing = await get('/v1/menus/missing/groups/options', withKey)
    const hidden = await get('/v1/menus/hidden/groups/options', withKey)
    expect(missing.statusCode).toBe(404)
    expect(missing.body).toBe('{"message":"Menu not found"}')
    expect(hidden.statusCode).toBe(404)
    expect(hidden.body).toBe(missing.body)
  })

  test('the id in the path is one id, whatever it looks like', async () => {
    expect((await get('/v1/menus/m1,deep/groups/options', withKey)).statusCode).toBe(404)
    expect((await get('/v1/menus/%5B%22deep%22%5D/groups/options', withKey)).statusCode).toBe(404)
  })
})

describe.each(['/v1/menus', '/v1/menus/options', '/v1/menus/deep/groups/options', '/v1/groups'])(
  '%s',
  (url) => {
    test('carries a strong ETag, Cache-Control and Vary', async () => {
      const { headers } = await get(url, withKey)
      expect(headers.etag).toMatch(/^"[^"]+"$/)
      expect(headers['cache-control']).toBe('private, no-cache')
      expect(headers.vary).toMatch(/Accept-Encoding/i)
    })

    test('If-None-Match with its ETag: 304 without a body, with the same ETag and Cache-Control', async () => {
      const { headers } = await get(url, withKey)
      const etag = String(headers.etag)
      for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await get(url, {
          ...withKey,
          'if-none-match': ifNoneMatch,
          'cache-control': 'no-cache',
        })
        expect(answer.statusCode, ifNoneMatch).toBe(304)
        expect(answer.body).toBe('')
        expect(answer.headers.etag).toBe(etag)
        expect(answer.headers['cache-control']).toBe('private, no-cache')
        expect(answer.headers.vary).toBe(headers.vary)
      }
    })

    test('If-None-Match with another ETag: 200', async () => {
      expect((await get(url, { ...withKey, 'if-none-match': '"other"' })).statusCode).toBe(200)
    })

    test('HEAD: the headers of GET without a body', async () => {
      const head = await send({ method: 'HEAD', url, headers: withKey })
      const full = await get(url, withKey)
      expect(head.statusCode).toBe(200)
      expect(head.body).toBe('')
      expect({ ...head.headers, date: '', 'x-request-id': '' }).toEqual({
        ...full.headers,
        date: '',
        'x-request-id': '',
      })
    })
  },
)
