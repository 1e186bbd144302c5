import { randomBytes } from 'node:crypto'
import type { HTTPMethods } from 'fastify'
import { describe, expect, test } from 'vitest'
import { SCOPES } from '../../src/auth/scopes.ts'
import { device, group, item, menu } from '../support/documents.ts'
import type { HttpRequest } from '../support/http-client.ts'
import { NOW, startService } from '../support/service.ts'
import { isProcessTarget } from '../support/target.ts'

const sizes = [item('small', { price: 4 }), item('large', { price: 6 })]
const soup = item('soup', {
  description: 'hot',
  price: 5,
  calories: 90,
  tags: ['diet:vegan', 'a, b'],
  items: sizes,
})
const many = Array.from({ length: 12 }, (_, n) => item(`many-${n}`))
const lunch = menu('lunch', { groups: [group('starters', { items: [soup, item('bread')] })] })
const long = menu('long', { groups: [group('all', { items: many })] })
const other = menu('other', { groups: [group('hidden', { items: [item('secret')] })] })
const update = { access: [{ user: 'ops', level: 'update' }] }
const future = new Date(NOW + 60 * 60_000).toISOString()
const MUTE = JSON.stringify({ until: future })
/** As the OpenAPI description says. */
const LARGEST_PATCH_BYTES = 2_668_384

const document = {
  users: [{ id: 'ops', name: 'Operations' }],
  devices: [
    device('c4:23:60:91:c0:03', update),
    device('future', { ...update, last_heartbeat_at: future }),
    device('readable', { access: [{ user: 'ops', level: 'read' }] }),
    device('publishable', { access: [{ user: 'ops', level: 'publish' }] }),
  ],
  menus: [lunch, long, other],
  apiKeys: [
    {
      key: 'writer',
      name: 'Kitchen',
      user: 'ops',
      scopes: ['menu:write', 'device:heartbeat', 'device:read', 'alert:mute'],
      menus: ['lunch', 'long'],
    },
    { key: 'reader', name: 'Board', user: 'ops', scopes: ['device:read'], menus: ['lunch'] },
    { key: 'all', name: 'All', user: 'ops', scopes: ['menu:write'], menus: ['lunch', 'long', 'other'] },
  ],
}
const service = await startService(document, { allowsChanges: true })
const reading = await startService(document)

const withKey = (key: string) => ({ 'x-api-key': key, authorization: `Bearer ${key}` })
const asJson = { ...withKey('writer'), 'content-type': 'application/json' }

const send = (method: 'PATCH' | 'PUT' | 'POST' | 'DELETE', url: string, payload: string, headers = {}) =>
  service.send({ method, url, headers: { ...asJson, ...headers }, payload })
const patch = (id: string, body: object, headers = {}) =>
  send('PATCH', `/v1/items/${id}`, JSON.stringify(body), headers)
const replace = (id: string, body: unknown, query = '', headers = {}) =>
  send('PUT', `/v1/menus/${id}${query}`, JSON.stringify(body), headers)
const messageOf = (response: { json: () => { message: string } }) => response.json().message
const etagOf = async (menuId: string) =>
  (await service.get(`/v1/groups?menus=${menuId}`, withKey('all'))).headers.etag

async function itemIn(menuId: string, name: string) {
  const { groups } = (await service.get(`/v1/groups?menus=${menuId}`, withKey('all'))).json()
  return groups[0].items.find((found: { name: string }) => found.name === name)
}

describe('PATCH /v1/items/:itemId', () => {
  test('changes the fields that are given, and responds with the item as /v1/groups shows it', async () => {
    const response = await patch('item-soup', { inStock: false, price: 7.5 })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toEqual({
      metadata: { items: { total: 2 } },
      id: 'item-soup',
      name: 'soup',
      description: 'hot',
      price: 7.5,
      calories: 90,
      tags: ['diet:vegan', 'a, b'],
      inStock: false,
      items: [expect.objectContaining({ id: 'item-small' }), expect.objectContaining({ id: 'item-large' })],
    })
    expect(await itemIn('lunch', 'soup')).toEqual(response.json())
  })

  test.each([
    [{ name: 'Soup “été” 🍲' }],
    [{ description: null }],
    [{ price: null }],
    [{ calories: 12.5 }],
    [{ tags: ['x', 'x', ''] }],
    [{ inStock: true }],
    [{ inStock: false, price: 3, calories: null, name: 'bread', description: 'd', tags: ['t'] }],
  ])('%j', async (fields) => {
    const before = await service.get('/v1/groups?groups=group-starters', withKey('all'))
    const stored = before.json().groups[0].items[1]
    const response = await patch('item-bread', fields)
    expect(response.json()).toEqual({ ...stored, ...fields })
    const after = await service.get('/v1/groups?groups=group-starters', withKey('all'))
    expect(after.json().groups[0].items[1]).toEqual({ ...stored, ...fields })
  })

  test('a merge patch is accepted, too', async () => {
    const headers = { 'content-type': 'application/merge-patch+json; charset=UTF-8' }
    expect((await patch('item-bread', { price: 2 }, headers)).json().price).toBe(2)
  })

  test('a patch that changes nothing changes no revision', async () => {
    await patch('item-soup', { inStock: true, price: 5 })
    const etag = await etagOf('lunch')
    expect((await patch('item-soup', {})).statusCode).toBe(200)
    expect(
      (await patch('item-soup', { inStock: true, price: 5, tags: ['diet:vegan', 'a, b'] })).statusCode,
    ).toBe(200)
    expect(await etagOf('lunch')).toBe(etag)
  })

  test('a child item can be changed like any other', async () => {
    expect((await patch('item-large', { price: 6.5 })).json()).toMatchObject({ id: 'item-large', price: 6.5 })
    expect((await itemIn('lunch', 'soup')).items[1].price).toBe(6.5)
  })

  test('many changes at once are all made, each in the answer to it', async () => {
    const ids = many.map(({ id }) => id)
    const responses = await Promise.all(ids.map((id, n) => patch(id, { price: n })))
    expect(responses.map((response) => response.json().price)).toEqual(ids.map((_, n) => n))
    const { groups } = (await service.get('/v1/groups?menus=long', withKey('all'))).json()
    expect(groups[0].items.map(({ price }: { price: number }) => price)).toEqual(ids.map((_, n) => n))
  })

  test.each([
    ['{"price":"5"}', '/price: must be a number or null'],
    ['{"price":1e999}', '/price: must be a number or null'],
    ['{"price":-0.01}', '/price: must be 0 or more'],
    ['{"price":1e308}', '/price: must be at most 1,000,000,000'],
    ['{"calories":1000001}', '/calories: must be at most 1,000,000'],
    ['{"price":5,"price":6}', '/price: must be given once'],
    ['{"price":5,"pr\\u0069ce":6}', '/price: must be given once'],
    ['{"a":{"b~/":[{},{"c":1,"d:":":{","c":1}]}}', '/a/b~0~1/1/c: must be given once'],
    ['{"__proto__":1,"__proto__":1}', '/__proto__: must be given once'],
    ['{"inStock":"false"}', '/inStock: must be a boolean'],
    ['{"inStock":null}', '/inStock: must be a boolean'],
    ['{"name":" \\u2003\\n"}', '/name: must be text that is not blank, without NUL and lone surrogates'],
    ['{"name":"\\u0000"}', '/name: must be text that is not blank, without NUL and lone surrogates'],
    ['{"description":"\\ud800"}', '/description: must be text without NUL and lone surrogates, or null'],
    ['{"tags":"a"}', '/tags: must be an array'],
    ['{"tags":["a",1]}', '/tags/1: must be text without NUL and lone surrogates'],
    ['{"instock":false}', '/instock: is not a field'],
    ['{"__proto__":{"inStock":false}}', '/__proto__: is not a field'],
    ['{"a/b~c":1}', '/a~1b~0c: is not a field'],
    ['[]', '/: must be an object'],
    ['', '/: must be an object'],
    ['{', '/: must be JSON'],
    [`${'['.repeat(2_600_000)}`, '/: must not nest deeper than 256 levels'],
    [`{"tags":${'['.repeat(2000)}"[\\"${']'.repeat(2000)}}`, '/: must be JSON'],
    [
      `{"tags":${'['.repeat(2000)}${']'.repeat(2000)}}`,
      '/tags/0: must be text without NUL and lone surrogates',
    ],
    ['{"tags":["[[[\\"{{{", 1]}', '/tags/1: must be text without NUL and lone surrogates'],
    [JSON.stringify({ name: 'x'.repeat(1001) }), '/name: must have at most 1,000 characters'],
    [JSON.stringify({ tags: ['x'.repeat(1001)] }), '/tags/0: must have at most 1,000 characters'],
    [JSON.stringify({ tags: Array(201).fill('x') }), '/tags: must have at most 200 entries'],
  ])('a wrong patch is 400 with the pointer of the first error', async (body, message) => {
    const etag = await etagOf('lunch')
    const response = await send('PATCH', '/v1/items/item-soup', body)
    expect([response.statusCode, messageOf(response)]).toEqual([400, message])
    expect(await etagOf('lunch')).toBe(etag)
  })

  test('bytes that are not UTF-8 are 400', async () => {
    const response = await fetch(`${await service.address()}/v1/items/item-soup`, {
      method: 'PATCH',
      headers: asJson,
      body: Buffer.from('{"name":"\xff"}', 'latin1'),
    })
    expect([response.status, await response.json()]).toEqual([400, { message: '/: must be UTF-8' }])
  })

  test.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/jsonp', {}],
    ['application/json; charset=latin1', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('a body of the type %s %j is 415', async (type, headers) => {
    const response = await patch('item-soup', { price: 1 }, { 'content-type': type, ...headers })
    expect([response.statusCode, messageOf(response)]).toEqual([
      415,
      'The media type of the body is not supported',
    ])
  })

  test.each([
    ['a menu', 5 * 1024 * 1024, 'PUT', '/v1/menus/long', JSON.stringify(long)],
    ['a patch', LARGEST_PATCH_BYTES, 'PATCH', '/v1/items/item-soup', '{"price":5}'],
    ['a mute', 1024, 'PUT', '/devices/future/mute', MUTE],
    ['the end of a mute', 1024, 'DELETE', '/devices/future/mute', ''],
    ['a heartbeat', 1024, 'POST', '/devices/future/heartbeats', '{}'],
  ] as const)(
    'the body of %s may have %i bytes, and one more is 413',
    async (_, bytes, method, url, body) => {
      const padded = body + ' '.repeat(bytes - body.length)
      // Node would send DELETE without the length.
      const length = (text: string) => ({ 'content-length': `${text.length}` })
      const tooLarge = await send(method, url, `${padded} `, length(`${padded} `))
      expect([tooLarge.statusCode, messageOf(tooLarge)]).toEqual([413, 'The body is too large'])
      expect([200, 204]).toContain((await send(method, url, padded, length(padded))).statusCode)
    },
  )

  test('a patch whose texts are as long as they may be is 200, also if each character is escaped', async () => {
    const texts = {
      name: '\u{1f355}'.repeat(1000),
      description: '\u{1f35d}'.repeat(20_000),
      tags: Array.from({ length: 200 }, (_, n) => `${String.fromCodePoint(0x20000 + n)}`.repeat(1000)),
    }
    const body = JSON.stringify({
      ...texts,
      price: 1e9,
      calories: 1e6,
      inStock: false,
      inStockAgainAt: future,
    })
    const escaped = body.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
    expect(escaped.length).toBeGreaterThan(221_000 * 12)
    expect(escaped.length).toBeLessThanOrEqual(LARGEST_PATCH_BYTES)
    const response = await send('PATCH', '/v1/items/item-many-0', escaped)
    expect([response.statusCode, response.json()]).toEqual([200, expect.objectContaining(texts)])
    await replace('long', long)
  })
})

describe('an item id that several menus have', () => {
  const twice = ['first', 'second'].map((id) =>
    menu(id, { groups: [group('g', { items: [item('twin', { items: [item('half')] })] })] }),
  )
  const keyOf = (key: string, ...menus: string[]) => ({ ...document.apiKeys[0], key, menus })
  const asBoth = withKey('both')
  const prices = async () => {
    const { groups } = (await service.get('/v1/groups', asBoth)).json()
    return groups.map(({ items }: { items: { price: number | null }[] }) => items[0]?.price)
  }
  const start = () =>
    service.put({
      menus: twice,
      apiKeys: [keyOf('both', 'first', 'second'), keyOf('second', 'second', 'lunch')],
    })

  test('is 409 without the menu, and names one item with it', async () => {
    await start()
    for (const query of ['', '?menu=']) {
      const response = await patch(`item-twin${query}`, { price: 1 }, asBoth)
      expect([response.statusCode, messageOf(response)]).toEqual([
        409,
        'Several menus have an item with this id: name the menu with ?menu=ID',
      ])
    }
    expect(await prices()).toEqual([null, null])
    const response = await patch('item-twin?menu=second', { price: 2 }, asBoth)
    expect([response.statusCode, response.json()]).toEqual([
      200,
      expect.objectContaining({ price: 2, items: [expect.objectContaining({ id: 'item-half' })] }),
    ])
    expect(await prices()).toEqual([null, 2])
  })

  test('is looked for in the menus of the key only', async () => {
    await start()
    expect((await patch('item-twin', { price: 3 }, withKey('second'))).statusCode).toBe(200)
    expect(await prices()).toEqual([null, 3])
    const bytes = async (id: string) => {
      const { statusCode, headers, body } = await patch(id, { price: 4 }, withKey('second'))
      return JSON.stringify([statusCode, { ...headers, date: '', 'x-request-id': '' }, body])
    }
    const missing = await bytes('missing')
    expect(missing).toContain('Item not found')
    for (const id of [
      'item-twin?menu=first',
      'item-twin?menu=missing',
      'item-twin?menu=lunch',
      'missing?menu=second',
    ])
      expect(await bytes(id)).toBe(missing)
    expect(await prices()).toEqual([null, 3])
  })

  test('the menu is one id: several are 400', async () => {
    await start()
    for (const item of ['item-twin', 'missing']) {
      const response = await patch(`${item}?menu=first&menu=second`, { price: 1 }, asBoth)
      expect([response.statusCode, messageOf(response)]).toEqual([400, '/menu: must be one menu ID'])
    }
    const unknownKey = await patch('item-twin?menu=first&menu=second', { price: 1 }, withKey('unknown'))
    expect(unknownKey.statusCode).toBe(401)
  })

  test('comes before the body', async () => {
    await start()
    expect((await send('PATCH', '/v1/items/item-twin', '{', asBoth)).statusCode).toBe(409)
    expect((await send('PATCH', '/v1/items/item-twin?menu=first', '{', asBoth)).statusCode).toBe(400)
  })
})

describe('inStockAgainAt', () => {
  const later = new Date(NOW + 3600_000).toISOString()

  test.each([
    [{ inStock: false, inStockAgainAt: new Date(NOW - 1000).toISOString() }],
    [{ inStock: false, inStockAgainAt: '2099-01-01' }],
    [{ inStock: false, inStockAgainAt: '2099-01-01T06:00:00' }],
    [{ inStock: false, inStockAgainAt: '2099-02-30T06:00:00Z' }],
    [{ inStock: false, inStockAgainAt: '-PT1H' }],
  ])('%j is 400, because it is no future time with its zone', async (body) => {
    const response = await patch('item-soup', body)
    expect(response.statusCode).toBe(400)
    expect(messageOf(response)).toContain(
      '/inStockAgainAt: must be a future time with its zone, such as 2030-01-31T06:00:00+01:00',
    )
  })

  test('of many values is 400, before it is parsed', async () => {
    const fields = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`field-${n}`, 0]))
    for (const [body, message] of [
      [fields, '/: must have at most 256 fields in an object'],
      [{ tags: Array(5000).fill({}) }, '/: must have at most 5,000 values'],
    ] as const) {
      const response = await patch('item-soup', body)
      expect([response.statusCode, messageOf(response)]).toEqual([400, message])
    }
  })

  test.each([[{ inStockAgainAt: later }], [{ inStock: true, inStockAgainAt: later }]])(
    '%j is 400, because an item that is in stock does not return',
    async (body) => {
      const response = await patch('item-soup', body)
      expect(messageOf(response)).toBe('/inStockAgainAt: must be sent with inStock: false')
    },
  )

  test('is accepted with any offset, and shown nowhere', async () => {
    const response = await patch('item-soup', {
      inStock: false,
      inStockAgainAt: '2099-12-31T23:59:59.5+14:00',
    })
    expect(response.statusCode).toBe(200)
    expect(response.body).not.toContain('2099')
    await patch('item-soup', { inStock: true })
  })
})

describe('PUT /v1/menus/:menuId', () => {
  test('makes the menu what the body says, and counts groups and items', async () => {
    const wanted = {
      name: 'Dinner',
      location: { name: 'Hall', restaurantName: 'Quayside' },
      groups: [
        group('starters', { items: [{ ...soup, price: 5.5 }, item('salad', { items: [item('half')] })] }),
        group('mains'),
      ],
    }
    const response = await replace('lunch', wanted)
    expect([response.statusCode, response.json()]).toEqual([200, { added: 3, changed: 2, removed: 1 }])
    const { groups } = (await service.get('/v1/groups?menus=lunch', withKey('all'))).json()
    expect(groups.map(({ id }: { id: string }) => id)).toEqual(['group-starters', 'group-mains'])
    expect(groups[0].items.map(({ name }: { name: string }) => name)).toEqual(['soup', 'salad'])
    const etag = await etagOf('lunch')
    const again = await replace('lunch', { id: 'lunch', ...wanted })
    expect(again.json()).toEqual({ added: 0, changed: 0, removed: 0 })
    expect(await etagOf('lunch')).toBe(etag)
    await replace('lunch', lunch)
  })

  test('a new order of groups or items counts once, where those that stay change places', async () => {
    const count = async (...groups: object[]) => {
      const { added, changed, removed } = (await replace('lunch', { ...lunch, groups })).json()
      return { added, changed, removed }
    }
    const [a, b, c] = ['a', 'b', 'c'].map((name) => group(name))
    const [soups, breads] = [item('soups'), item('breads')]
    const within = (...items: object[]) => group('a', { items })
    if (!a || !b || !c) throw new Error('There are three groups.')
    await count(a, b, c)
    expect(await count(b, a, c)).toEqual({ added: 0, changed: 1, removed: 0 })
    expect(await count(c, b, a)).toEqual({ added: 0, changed: 1, removed: 0 })
    expect(await count(group('new'), c, b, a)).toEqual({ added: 1, changed: 0, removed: 0 })
    expect(await count(c, b, a)).toEqual({ added: 0, changed: 0, removed: 1 })
    expect(await count(b, a)).toEqual({ added: 0, changed: 0, removed: 1 })
    expect(await count(b, within(soups, breads))).toEqual({ added: 2, changed: 0, removed: 0 })
    expect(await count(b, within(breads, soups))).toEqual({ added: 0, changed: 1, removed: 0 })
    expect(await count(within(soups, breads), b)).toEqual({ added: 0, changed: 2, removed: 0 })
    expect(
      (await replace('lunch', { ...lunch, name: 'Other', groups: [within(soups, breads), b] })).json(),
    ).toEqual({
      added: 0,
      changed: 0,
      removed: 0,
    })
    await replace('lunch', lunch)
  })

  test('what /v1/groups shows can be put back', async () => {
    const etag = await etagOf('lunch')
    const { groups } = (await service.get('/v1/groups?menus=lunch', withKey('all'))).json()
    expect((await replace('lunch', { name: 'lunch', groups })).json()).toEqual({
      added: 0,
      changed: 0,
      removed: 0,
    })
    expect(await etagOf('lunch')).toBe(etag)
  })

  // It cannot be compressed.
  const longId = randomBytes(3000).toString('base64')
  const deep = (depth: number): object =>
    depth === 0 ? group('leaf') : group(`d${depth}`, { groups: [deep(depth - 1)] })

  test.each([
    [{ groups: [] }, '/name: is missing'],
    [{ ...lunch, name: ' ' }, '/name: must be text that is not blank, without NUL and lone surrogates'],
    [
      { ...lunch, groups: [group('g', { items: [item('i', { price: -1 })] })] },
      '/groups/0/items/0/price: must be 0 or more',
    ],
    [{ ...lunch, id: 'other' }, '/id: must be the id in the path, or left out'],
    [{ ...lunch, locations: null }, '/locations: is not a field'],
    [{ ...lunch, groups: [{ ...group('g'), nmae: '' }] }, '/groups/0/nmae: is not a field'],
    [{ ...lunch, groups: [{ ...group('g'), 'a/b~c': '' }] }, '/groups/0/a~1b~0c: is not a field'],
    [
      { ...lunch, groups: [group('g', { items: [item('i', { price: Number.NaN }), 5] })] },
      '/groups/0/items/1: must be an object',
    ],
    [
      { ...lunch, groups: [group('g'), group('g')] },
      '/groups/1/id: must be given once, but /groups/0 has the same id',
    ],
    [
      { ...lunch, groups: [group('g', { items: [item('i', { items: [item('i')] })] })] },
      '/groups/0/items/0/items/0/id: must be given once, but /groups/0/items/0 has the same id',
    ],
    [{ ...lunch, groups: [{ ...group('g'), id: longId }] }, '/groups/0/id: must have at most 1,000 bytes'],
    [{ ...lunch, name: 'x'.repeat(1001) }, '/name: must have at most 1,000 characters'],
    [
      { ...lunch, groups: [group('g', { items: [item('i', { description: 'x'.repeat(20_001) })] })] },
      '/groups/0/items/0/description: must have at most 20,000 characters',
    ],
    [{ ...lunch, groups: [deep(300)] }, '/: must not nest deeper than 256 levels'],
    [
      { ...lunch, groups: [group('g', { items: Array(24_999).fill({}) })] },
      '/groups/0/items/0/name: is missing',
    ],
    [
      { ...lunch, groups: [group('g', { items: Array(25_000).fill({}) })] },
      '/: must not have more than 25,000 groups and items: import a larger menu with "signage import"',
    ],
    [[lunch], '/: must be an object'],
  ])('a wrong menu is 400 with the pointer of the first error', async (body, message) => {
    const etag = await etagOf('lunch')
    const response = await replace('lunch', body)
    expect([response.statusCode, messageOf(response)]).toEqual([400, message])
    expect(await etagOf('lunch')).toBe(etag)
  })

  test('a merge patch is no menu', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    expect((await replace('lunch', lunch, '', headers)).statusCode).toBe(415)
  })

  test('to lose more than half of 10 or more items is 409, unless it is allowed', async () => {
    const left = (count: number) => menu('long', { groups: [group('all', { items: many.slice(0, count) })] })
    const etag = await etagOf('long')
    for (const query of ['', '?allowRemovals=false']) {
      const refused = await replace('long', left(5), query)
      expect(refused.statusCode).toBe(409)
      expect(messageOf(refused)).toContain('allowRemovals=true')
    }
    expect((await replace('long', left(5), '?allowRemovals=yes')).statusCode).toBe(400)
    expect(await etagOf('long')).toBe(etag)
    expect((await replace('long', left(6))).json()).toMatchObject({ removed: 6 })
    // A small menu may lose all.
    expect((await replace('long', left(0))).json()).toMatchObject({ removed: 6 })
    await replace('long', long)
    expect((await replace('long', left(0), '?allowRemovals=true')).json()).toMatchObject({ removed: 12 })
    await replace('long', long)
  })

  test('a menu that is larger than a body may be is not replaced', async () => {
    const items = Array.from({ length: 25_000 }, (_, n) => item(`huge-${n}`))
    await service.put({ menus: [menu('other', { groups: [...other.groups, group('huge', { items })] })] })
    for (const query of ['', '?allowRemovals=true']) {
      const response = await replace('other', menu('other'), query, withKey('all'))
      expect([response.statusCode, messageOf(response)]).toEqual([
        409,
        'The stored menu has more than 25,000 groups and items: change it with "signage import"',
      ])
    }
    await service.runSql("DELETE FROM menu_groups WHERE id = 'group-huge'")
  })

  test('makes no new menu', async () => {
    const response = await replace('new', menu('new'))
    expect([response.statusCode, messageOf(response)]).toEqual([404, 'Menu not found'])
  })
})

describe('If-Match', () => {
  const bread = (price: number, headers = {}) => patch('item-bread', { price }, headers)
  const menuNow = async () => {
    const { groups } = (await service.get('/v1/groups?menus=lunch', withKey('all'))).json()
    return { name: 'lunch', groups }
  }

  test('takes the tag of a replaced menu: that of a tree of groups and sizes in another order than that of their ids', async () => {
    const before = await menuNow()
    const sized = item('z', { items: [item('b'), item('a')] })
    const deep = group('d', {
      groups: [group('c', { items: [item('y')] }), group('b', { items: [sized, item('x')] })],
    })
    const replaced = await replace('lunch', { ...before, groups: [deep, ...before.groups, group('a')] })
    expect(replaced.headers.etag).toBe(await etagOf('lunch'))
    const undone = await replace('lunch', before, '', { 'if-match': replaced.headers.etag })
    expect([undone.statusCode, undone.headers.etag]).toEqual([200, await etagOf('lunch')])
  })

  test('the current tag, in any encoding, lets a change pass, and so does *', async () => {
    await bread(21)
    const compressed = await service.get('/v1/groups?menus=lunch', {
      ...withKey('all'),
      'accept-encoding': 'gzip',
    })
    expect((await bread(22, { 'if-match': await etagOf('lunch') })).statusCode).toBe(200)
    expect((await bread(21, { 'if-match': '*' })).statusCode).toBe(200)
    await bread(21)
    expect((await bread(22, { 'if-match': `"other", ${compressed.headers.etag}` })).statusCode).toBe(200)
  })

  test.each(['PATCH', 'PUT'] as const)('another tag is 412, and %s changes nothing', async (method) => {
    const outdated = String(await etagOf('lunch'))
    await bread(23)
    const tag = String(await etagOf('lunch'))
    const menu = await menuNow()
    const change = (headers: object) =>
      method === 'PATCH' ? bread(24, headers) : replace('lunch', { ...menu, groups: [] }, '', headers)
    for (const header of [outdated, '"x"', '', 'x', '"a,*,b"', `W/${tag}`]) {
      const response = await change({ 'if-match': header })
      expect([response.statusCode, messageOf(response)], header).toEqual([
        412,
        'The menu has changed since it was read: read it again',
      ])
    }
    for (const header of ['*', tag, '"x"']) {
      const response = await change({ 'if-none-match': header })
      expect(messageOf(response), header).toBe('If-None-Match is for reading only: use If-Match')
    }
    expect(await etagOf('lunch')).toBe(tag)
    await bread(20)
  })

  test('of two editors with the same tag, one changes the menu, and the other is told', async () => {
    const tag = String(await etagOf('lunch'))
    const menu = await menuNow()
    const editors = [31, 32, 33, 34].map((price) => bread(price, { 'if-match': tag }))
    const replacing = [1, 2].map((n) =>
      replace('lunch', { ...menu, groups: [...menu.groups, group(`added-${n}`)] }, '', { 'if-match': tag }),
    )
    const statuses = (await Promise.all([...editors, ...replacing])).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([200, 412, 412, 412, 412, 412])
    await replace('lunch', menu)
  })
})

describe('POST /devices/:id/heartbeats', () => {
  const beat = (id: string, headers = {}, payload?: string) =>
    service.send({
      method: 'POST',
      url: `/devices/${encodeURIComponent(id)}/heartbeats`,
      headers: { ...withKey('writer'), ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
  const deviceOf = async (id: string) => (await service.get(`/devices/${id}`, withKey('writer'))).json()

  test('puts a device online', async () => {
    expect((await deviceOf('c4:23:60:91:c0:03')).is_online).toBe(false)
    const now = () => (isProcessTarget ? Date.now() : NOW)
    const startMs = now()
    const response = await beat('C4-23-60-91-C0-03')
    expect([response.statusCode, response.body]).toEqual([204, ''])
    const endMs = now()
    const { is_online, last_heartbeat_at, updated_at } = await deviceOf('c4:23:60:91:c0:03')
    expect(is_online).toBe(true)
    expect(Date.parse(last_heartbeat_at)).toBeGreaterThanOrEqual(startMs)
    expect(Date.parse(last_heartbeat_at)).toBeLessThanOrEqual(endMs)
    expect(updated_at).toBe('2025-01-15T15:20:15.955849Z')
  })

  test('every heartbeat gets the same response, whichever way it takes', async () => {
    const bytes = async (headers = {}, payload?: string) => {
      const { statusCode, headers: received, body } = await beat('c4:23:60:91:c0:03', headers, payload)
      return JSON.stringify([statusCode, { ...received, date: '', 'x-request-id': '' }, body])
    }
    const first = await bytes()
    expect(await bytes()).toBe(first)
    expect(await bytes({ 'content-type': 'application/json' }, '{}')).toBe(first)
  })

  test('never moves a heartbeat back, not even from the future', async () => {
    expect((await beat('future')).statusCode).toBe(204)
    expect((await deviceOf('future')).last_heartbeat_at).toBe(future)
  })

  test.each(['readable', 'publishable', 'missing', '%', 'a\nb'])(
    'is 404 for %j, which the user may not update',
    async (id) => {
      const response = await beat(id)
      expect([response.statusCode, messageOf(response)]).toEqual([404, 'Device not found'])
    },
  )

  test.each([
    [{ 'content-type': 'application/json' }, ''],
    [{ 'content-type': 'application/json' }, '{}'],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, ''],
  ])('an empty body %j %j is no error', async (headers, body) => {
    expect((await beat('future', headers, body)).statusCode).toBe(204)
  })

  test.each([
    ['application/json', '{"at":"2099-01-01T00:00:00Z"}', 400, '/at: is not a field'],
    ['application/json', '[]', 400, '/: must be an object'],
    ['text/plain', 'hello', 415, 'The media type of the body is not supported'],
  ])('a body of %s that says something is refused: %s', async (type, body, status, message) => {
    const response = await beat('future', { 'content-type': type }, body)
    expect([response.statusCode, messageOf(response)]).toEqual([status, message])
  })
})

describe('who may change what', () => {
  const requests: [string, HttpRequest][] = [
    ['an item', { method: 'PATCH', url: '/v1/items/item-soup', payload: '{"price":1}' }],
    ['a menu', { method: 'PUT', url: '/v1/menus/lunch', payload: JSON.stringify(lunch) }],
    ['a heartbeat', { method: 'POST', url: '/devices/future/heartbeats', payload: '{}' }],
    ['a missing item', { method: 'PATCH', url: '/v1/items/missing', payload: '{' }],
    ['a missing menu', { method: 'PUT', url: '/v1/menus/missing', payload: '{' }],
    ['a missing device', { method: 'POST', url: '/devices/missing/heartbeats', payload: '{' }],
  ]

  test.each(requests)('without a valid key, %s is 401', async (_, request) => {
    for (const key of [{}, withKey('unknown'), withKey('sgn_x')]) {
      const response = await service.send({ ...request, headers: key })
      expect([response.statusCode, messageOf(response)]).toEqual([401, 'Invalid API key'])
      expect(response.headers['www-authenticate']).toBeTruthy()
    }
  })

  test.each(requests)('without the scope, %s is 403, whatever was asked for', async (_, request) => {
    const response = await service.send({ ...request, headers: { ...asJson, ...withKey('reader') } })
    expect([response.statusCode, messageOf(response)]).toEqual([403, 'Invalid scopes'])
  })

  test('what is missing and what is not granted give the same bytes, before the body is read', async () => {
    const bytes = async (method: 'PATCH' | 'PUT', url: string) => {
      const { statusCode, headers, body } = await send(method, url, '{', { 'content-type': 'text/plain' })
      return JSON.stringify([statusCode, { ...headers, date: '', 'x-request-id': '' }, body])
    }
    expect(await bytes('PATCH', '/v1/items/item-secret')).toBe(await bytes('PATCH', '/v1/items/missing'))
    expect(await bytes('PUT', '/v1/menus/other')).toBe(await bytes('PUT', '/v1/menus/missing'))
    expect(await bytes('PATCH', '/v1/items/missing')).toContain('Item not found')
    expect(await bytes('PUT', '/v1/menus/missing')).toContain('Menu not found')
  })
})

describe('methods', () => {
  test.each([
    ['/v1/items/item-soup', 'OPTIONS, PATCH'],
    ['/v1/menus/lunch', 'OPTIONS, PUT'],
    ['/devices/future/heartbeats', 'OPTIONS, POST'],
    ['/v1/menus', 'GET, HEAD, OPTIONS'],
    ['/v1/menus/options', 'GET, HEAD, OPTIONS'],
    ['/devices/future', 'GET, HEAD, OPTIONS'],
  ])('%s allows %s', async (url, allowed) => {
    const response = await service.send({ method: 'DELETE', url, headers: withKey('writer') })
    expect([response.statusCode, response.headers.allow]).toEqual([405, allowed])
    const origin = { origin: 'https://x.example', 'access-control-request-method': 'PATCH' }
    const preflight = await service.send({ method: 'OPTIONS', url, headers: origin })
    expect(preflight.statusCode).toBe(204)
    const methods = String(preflight.headers['access-control-allow-methods']).split(', ')
    const changing = allowed.split(', ').filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
    expect(methods).toEqual(['GET', 'HEAD', 'OPTIONS', ...changing])
  })

  test('the path of a list is not that of a menu with such an id', async () => {
    const put = { method: 'PUT', headers: { ...withKey('writer'), ...asJson }, payload: '{}' } as const
    const response = await service.send({ ...put, url: '/v1/menus/options' })
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('without CHANGES nothing can be changed, and no path shows that it could', async () => {
    const statusOf = async (method: 'PATCH' | 'PUT' | 'POST' | 'OPTIONS', url: string) => {
      const response = await reading.send({ method, url, headers: asJson, payload: '{}' })
      return [response.statusCode, response.body, response.headers.allow]
    }
    const notFound = [404, '{"message":"Not found"}', undefined]
    expect(await statusOf('PATCH', '/v1/items/item-soup')).toEqual(notFound)
    expect(await statusOf('PUT', '/v1/menus/lunch')).toEqual(notFound)
    expect(await statusOf('POST', '/devices/future/heartbeats')).toEqual(notFound)
    expect((await statusOf('PUT', '/v1/menus'))[0]).toBe(405)
    const preflight = await reading.send({ method: 'OPTIONS', url: '/v1/items/item-soup', headers: {} })
    expect(preflight.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
  })
})

describe('a limit of changes per minute', () => {
  test('applies to every route that writes, except for heartbeats', async () => {
    const scopes = Object.keys(SCOPES)
    const limited = await startService(
      {
        ...document,
        sites: [{ id: 'site', name: 'Site', timezone: 'UTC' }],
        devices: [device('device', { ...update, site: 'site' })],
        apiKeys: [{ key: 'writer', name: 'Kitchen', user: 'ops', scopes, menus: ['lunch'] }],
      },
      { allowsChanges: true, rateLimits: { changesPerMinute: 1 } },
    )
    const ids: Record<string, string> = {
      items: 'item-soup',
      menus: 'lunch',
      devices: 'device',
      sites: 'site',
    }
    const { paths } = (await limited.get('/openapi.json')).json()
    const routes = Object.entries<Record<string, { tags: string[] }>>(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { tags }]) => tags.includes('Changes'))
        .map(([method]) => [method.toUpperCase() as HTTPMethods, path] as const),
    )
    const change = (method: HTTPMethods, path: string) =>
      limited.send({
        method,
        url: path.replace(/(\w+)\/\{\w+\}/, (_, kind: string) => `${kind}/${ids[kind]}`),
        headers: asJson,
        // Node sends the body of a DELETE without its length, and the next request on the connection would begin with it.
        payload: method === 'DELETE' ? '' : '{}',
      })
    expect(routes.length).toBeGreaterThan(7)
    for (const [method, path] of routes) {
      if (path.endsWith('/heartbeats')) continue
      // A minute may end between two requests.
      const answer = async () => {
        const { statusCode, headers } = await change(method, path)
        return [statusCode, headers['cache-control']]
      }
      await expect.poll(answer).toEqual([429, 'no-store'])
    }
    const heartbeat = await change('POST', '/devices/{id}/heartbeats')
    expect([heartbeat.statusCode, heartbeat.headers['cache-control']]).toEqual([204, 'no-store'])
  })

  test('applies to one key, and neither to heartbeats nor to what only reads', async () => {
    const rateLimits = { changesPerMinute: 3 }
    const limited = await startService(document, { allowsChanges: true, rateLimits })
    const change = (method: 'PATCH' | 'PUT', url: string, key = 'writer') =>
      limited.send({ method, url, headers: { ...asJson, ...withKey(key) }, payload: '{"price":1}' })
    expect((await change('PATCH', '/v1/items/item-secret')).statusCode).toBe(404)
    expect((await change('PATCH', '/v1/items/item-soup')).statusCode).toBe(200)
    expect((await change('PUT', '/v1/menus/lunch')).statusCode).toBe(400)
    expect((await change('PATCH', '/v1/items/item-soup')).statusCode).toBe(200)
    for (const [method, url] of [
      ['PATCH', '/v1/items/item-soup'],
      ['PUT', '/v1/menus/lunch'],
    ] as const) {
      const response = await change(method, url)
      expect([response.statusCode, response.json()]).toEqual([429, { message: 'Too many requests' }])
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    const url = '/devices/c4:23:60:91:c0:03/heartbeats'
    const beat = await limited.send({ method: 'POST', url, headers: withKey('writer') })
    expect(beat.statusCode).toBe(204)
    expect((await limited.get('/v1/menus', withKey('writer'))).statusCode).toBe(200)
    expect((await change('PATCH', '/v1/items/item-soup', 'all')).statusCode).toBe(200)
  })
})
