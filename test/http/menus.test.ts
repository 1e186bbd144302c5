import { describe, expect, test } from 'vitest'
import { group, item, KEY, menu, menusDocument, withKey } from '../support/documents.ts'
import { startService } from '../support/service.ts'

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
  test('lists the menus that are granted to the key, ordered by name, then id; locations is always an object', async () => {
    const response = await get('/v1/menus', withKey)
    expect(response.statusCode).toBe(200)
    const nowhere = { name: null, restaurantName: null }
    expect(response.json()).toEqual([
      { id: 'm4', name: 'Brunch', locations: nowhere },
      { id: 'deep', name: 'Deep', locations: nowhere },
      { id: 'm1', name: 'Kids Menu', locations: kitchen },
      { id: 'm2', name: 'Kids Menu', locations: kitchen },
      { id: 'm3', name: 'Kids Menu', locations: { name: null, restaurantName: 'Kites' } },
      { id: 'm5', name: 'kids menu', locations: nowhere },
    ])
  })

  test('returns an empty list for a key without menus', async () => {
    const { statusCode, body } = await get('/v1/menus', { 'x-api-key': 'nothing' })
    expect([statusCode, body]).toEqual([200, '[]'])
  })

  test.each(['?menus=m1&page=x&foo=bar', '/'])(
    'ignores unknown parameters and a trailing slash: %s',
    async (end) => {
      expect((await get(`/v1/menus${end}`, withKey)).json()).toHaveLength(6)
    },
  )
})

describe('GET /v1/menus/options', () => {
  test('leaves an empty location name out of the label; /v1/menus returns it as it is', async () => {
    const { get } = await startService(
      menusDocument(menu('empty', { name: 'Brunch', location: { name: '', restaurantName: 'Kites' } })),
    )
    expect((await get('/v1/menus/options', withKey)).json()).toEqual([{ label: 'Brunch', value: 'empty' }])
    const [listed] = (await get('/v1/menus', withKey)).json()
    expect(listed.locations).toEqual({ name: '', restaurantName: 'Kites' })
  })

  test('labels each menu with its name and location, or only its name; ordered by label, then value', async () => {
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
  test('lists every group at any depth, labelled with its path, ordered by label', async () => {
    expect((await get('/v1/menus/deep/groups/options', withKey)).json()).toEqual([
      { label: 'b', value: 'group-b' },
      { label: 'z', value: 'group-z' },
      { label: 'z > a', value: 'group-a' },
      { label: 'z > y', value: 'group-y' },
      { label: 'z > y > x', value: 'group-x' },
    ])
    expect((await get('/v1/menus/m1/groups/options', withKey)).json()).toEqual([])
  })

  test('returns 404 with the same bytes for a missing menu and one that is not granted', async () => {
    for (const id of ['missing', 'hidden']) {
      const { statusCode, body } = await get(`/v1/menus/${id}/groups/options`, withKey)
      expect([statusCode, body]).toEqual([404, '{"message":"Menu not found"}'])
    }
  })

  test('takes the id in the path as one id, even if it looks like a list', async () => {
    expect((await get('/v1/menus/m1,deep/groups/options', withKey)).statusCode).toBe(404)
    expect((await get('/v1/menus/%5B%22deep%22%5D/groups/options', withKey)).statusCode).toBe(404)
  })
})

test('the order is by code point, not by UTF-16 code unit: a fullwidth letter comes before an emoji', async () => {
  const [fullwidth, emoji] = ['\uff21 Bar', '\u{1f600} Bar']
  const service = await startService(
    menusDocument(
      menu('e', { name: emoji, groups: [group(emoji), group(fullwidth)] }),
      menu('f', { name: fullwidth }),
    ),
  )
  const textsAt = async (path: string) =>
    (await service.get(path, withKey)).json().map(({ name, label }: Record<string, string>) => name ?? label)
  for (const path of ['/v1/menus', '/v1/menus/options', '/v1/menus/e/groups/options'])
    expect(await textsAt(path), path).toEqual([fullwidth, emoji])
})

describe.each(['/v1/menus', '/v1/menus/options', '/v1/menus/deep/groups/options', '/v1/groups'])(
  '%s',
  (url) => {
    test('has a strong ETag, Cache-Control and Vary', async () => {
      const { headers } = await get(url, withKey)
      expect(headers.etag).toMatch(/^"[^"]+"$/)
      expect(headers['cache-control']).toBe('private, no-cache')
      expect(headers.vary).toMatch(/Accept-Encoding/i)
    })

    test('returns 304 for If-None-Match with its ETag: no body, and the same ETag, Cache-Control and Vary', async () => {
      const { headers } = await get(url, withKey)
      const etag = String(headers.etag)
      for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await get(url, {
          ...withKey,
          'if-none-match': ifNoneMatch,
          'cache-control': 'no-cache',
        })
        expect(response.statusCode, ifNoneMatch).toBe(304)
        expect(response.body).toBe('')
        expect(response.headers.etag).toBe(etag)
        expect(response.headers['cache-control']).toBe('private, no-cache')
        expect(response.headers.vary).toBe(headers.vary)
      }
    })

    test('returns the headers of GET without a body for HEAD', async () => {
      const head = await send({ method: 'HEAD', url, headers: withKey })
      const full = await get(url, withKey)
      expect([head.statusCode, head.body]).toEqual([200, ''])
      const own = { date: '', 'x-request-id': '' }
      expect({ ...head.headers, ...own }).toEqual({ ...full.headers, ...own })
    })
  },
)
