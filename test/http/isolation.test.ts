import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { SCOPES } from '../../src/auth/scopes.ts'
import { startService } from '../support/service.ts'
import { isProcessTarget } from '../support/target.ts'

/*
 * Two users share one service. Every resource has a name and ids that can be recognised in any response. Which of
 * them are granted to a user is random.
 */
const MENUS = ['m0', 'm1', 'm2', 'm3', 'm4']
const DEVICES = ['d0', 'd1', 'd2', 'd3']
const MUTE = JSON.stringify({ until: new Date(Date.now() + 3_600_000).toISOString() })
const mark = (id: string) => `«${id}»`

const world = (granted: string[], readable: string[]) => ({
  users: ['me', 'you'].map((id) => ({ id, name: id })),
  devices: DEVICES.map((id) => ({
    id: mark(id),
    name: mark(id),
    timezone: 'UTC',
    access: [
      { user: 'you', level: 'update' },
      { user: 'me', level: readable.includes(id) ? 'read' : 'publish' },
    ],
  })),
  menus: MENUS.map((id) => ({
    id: mark(id),
    name: mark(id),
    location: { name: mark(id), restaurantName: mark(id) },
    groups: [
      {
        id: `${mark(id)} group`,
        name: mark(id),
        tags: ['shared', mark(id)],
        groups: [{ id: `${mark(id)} child`, name: mark(id), tags: ['shared'] }],
        items: [{ id: `${mark(id)} item`, name: mark(id), tags: ['shared'], items: [{ name: mark(id) }] }],
      },
    ],
  })),
  apiKeys: [
    { key: 'mine', name: 'mine', user: 'me', scopes: Object.keys(SCOPES), menus: granted.map(mark) },
    { key: 'yours', name: 'yours', user: 'you', scopes: Object.keys(SCOPES), menus: MENUS.map(mark) },
  ],
})

// Elsewhere, an import of grants takes ten times as long.
const RUNS = isProcessTarget || inject('engine') === 'postgres' ? 12 : 30

const headers = { 'x-api-key': 'mine', authorization: 'Bearer mine' }
const headersOfOther = { 'x-api-key': 'yours', authorization: 'Bearer yours' }

// One service for all grants: no response may depend on earlier responses, or on who received them.
const { get, put, send } = await startService(world([], []), { allowsChanges: true })

test('for random grants, no response contains an id, a name or a count of anything that was not granted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(MENUS), fc.subarray(DEVICES), async (granted, readable) => {
      await put(world(granted, readable))
      const getAfterOther = async (url: string) => {
        await get(url, headersOfOther)
        return get(url, headers)
      }

      const hidden = [...MENUS, ...DEVICES].filter((id) => ![...granted, ...readable].includes(id))
      const menuIds = [...MENUS, 'missing'].map(mark)
      const urls = [
        '/v1/menus',
        '/v1/menus/options',
        '/v1/groups',
        '/v1/groups?tags=shared',
        `/v1/groups?menus=${encodeURIComponent(JSON.stringify(menuIds))}`,
        ...menuIds.flatMap((id) => [
          `/v1/menus/${encodeURIComponent(id)}/groups/options`,
          `/v1/groups?menus=${encodeURIComponent(id)}`,
          `/v1/groups?groups=${encodeURIComponent(`${id} group`)}`,
          `/v1/groups?groups=${encodeURIComponent(`${id} child`)}`,
          `/v1/groups?tags=${encodeURIComponent(id)}`,
        ]),
        ...[...DEVICES, 'missing'].flatMap((id) => [
          `/devices/${encodeURIComponent(mark(id))}`,
          `/devices?ids=${encodeURIComponent(mark(id))}`,
        ]),
        ...['', '?is_online=true', '?is_online=false', '?page_size=1'].map((query) => `/devices${query}`),
        ...['', '?state=never', '?search=d'].map((query) => `/fleet${query}`),
      ]
      for (const url of urls) {
        const response = await getAfterOther(url)
        const content = response.body + JSON.stringify(response.headers)
        const shown = hidden.filter((id) => content.includes(mark(id)))
        if (shown.length > 0) expect.fail(`${url} shows ${shown.join()}: ${content}`)
      }

      const groupTotalOf = async (url: string) => (await getAfterOther(url)).json().metadata.groups.total
      expect((await getAfterOther('/v1/menus')).json()).toHaveLength(granted.length)
      expect((await getAfterOther('/v1/menus/options')).json()).toHaveLength(granted.length)
      const totalOf = async (url: string) => (await getAfterOther(url)).json().total
      expect(await totalOf('/devices')).toBe(readable.length)
      expect(await totalOf('/fleet')).toBe(readable.length)
      expect((await getAfterOther('/fleet')).json().counts.all).toBe(readable.length)
      expect(await totalOf('/devices?is_online=false')).toBe(readable.length)
      expect(await totalOf('/devices?is_online=true')).toBe(0)
      expect(await groupTotalOf('/v1/groups')).toBe(granted.length)
      expect(await groupTotalOf('/v1/groups?tags=shared')).toBe(granted.length * 2)
    }),
    { numRuns: RUNS },
  )
})

test('for random grants, missing and forbidden resources give the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(MENUS), fc.subarray(DEVICES), async (granted, readable) => {
      await put(world(granted, readable))
      const bytes = async (url: string) => {
        await get(url, headersOfOther)
        const { statusCode, headers: received, body } = await get(url, headers)
        return JSON.stringify([statusCode, { ...received, date: '', 'x-request-id': '' }, body])
      }
      const paths = [
        (id: string) => `/v1/menus/${encodeURIComponent(mark(id))}/groups/options`,
        (id: string) => `/v1/groups?menus=${encodeURIComponent(mark(id))}`,
        (id: string) => `/v1/groups?groups=${encodeURIComponent(`${mark(id)} child`)}`,
        (id: string) => `/v1/groups?tags=${encodeURIComponent(mark(id))}`,
      ]
      for (const path of paths) {
        const missing = await bytes(path('missing'))
        for (const id of MENUS.filter((id) => !granted.includes(id)))
          expect(await bytes(path(id))).toBe(missing)
      }
      for (const path of ['/devices/', '/devices?ids=', '/devices?is_online=false&ids=']) {
        const missing = await bytes(`${path}missing`)
        for (const id of DEVICES.filter((id) => !readable.includes(id)))
          expect(await bytes(`${path}${encodeURIComponent(mark(id))}`)).toBe(missing)
      }
    }),
    { numRuns: RUNS },
  )
})

test('for random grants, a change of what is missing and of what is forbidden give the same bytes, and change nothing', async () => {
  const change = async (method: 'PATCH' | 'PUT' | 'POST' | 'DELETE', url: string, payload: string) => {
    const json = { ...headers, 'content-type': 'application/json' }
    const response = await send({ method, url, headers: json, payload })
    const bytes = [response.statusCode, { ...response.headers, date: '', 'x-request-id': '' }, response.body]
    return { status: response.statusCode, bytes: JSON.stringify(bytes) }
  }
  const kinds = [
    (id: string) => change('PATCH', `/v1/items/${encodeURIComponent(`${mark(id)} item`)}`, '{"price":9}'),
    (id: string) => change('PUT', `/v1/menus/${encodeURIComponent(mark(id))}`, '{"name":"new","groups":[]}'),
    (id: string) => change('POST', `/devices/${encodeURIComponent(mark(id))}/heartbeats`, ''),
    (id: string) => change('PUT', `/devices/${encodeURIComponent(mark(id))}/mute`, MUTE),
    (id: string) => change('DELETE', `/devices/${encodeURIComponent(mark(id))}/mute`, ''),
    (id: string) => change('PUT', `/sites/${encodeURIComponent(mark(id))}/mute`, MUTE),
  ]
  const all = async () => (await get('/v1/groups', headersOfOther)).body

  await fc.assert(
    fc.asyncProperty(fc.subarray(MENUS, { maxLength: 4 }), async (granted) => {
      await put(world(granted, DEVICES))
      const before = await all()
      const hidden = MENUS.filter((id) => !granted.includes(id))
      for (const changeOne of kinds) {
        const missing = await changeOne('missing')
        expect(missing.status).toBe(404)
        for (const id of [...hidden, ...DEVICES]) expect((await changeOne(id)).bytes).toBe(missing.bytes)
      }
      expect(await all()).toBe(before)
      for (const id of granted) expect((await kinds[0]?.(id))?.status).toBe(200)
    }),
    { numRuns: RUNS / 2 },
  )
})

test('ids that a menu of another key has are like ids that exist nowhere, and neither key can stop the other from using them', async () => {
  const keyOf = (menu: string) => ({
    key: `key-of-${menu}`,
    name: menu,
    user: 'me',
    scopes: Object.keys(SCOPES),
    menus: [menu],
  })
  const treeOf = (id: string) => [
    {
      id: `${id} group`,
      name: 'group',
      items: [{ id: `${id} item`, name: 'item', items: [{ id: `${id} size`, name: 'size' }] }],
    },
  ]
  // The ids of what has none are derived, and anybody can derive them.
  const derived = [{ name: 'derived', items: [{ name: 'derived' }] }]
  const world = () => ({
    users: [{ id: 'me', name: 'me' }],
    menus: [
      { id: 'one', name: 'one', groups: [...treeOf('one'), ...derived] },
      { id: 'two', name: 'two', groups: [...treeOf('two'), ...derived] },
    ],
    apiKeys: [keyOf('one'), keyOf('two')],
  })
  await put(world())
  const as = (key: string) => async (method: 'PATCH' | 'PUT', url: string, payload: unknown) => {
    const sent = { 'x-api-key': key, 'content-type': 'application/json' }
    const response = await send({ method, url, headers: sent, payload: JSON.stringify(payload) })
    // The tag is that of the key's own menu.
    const headers = { ...response.headers, date: '', 'x-request-id': '', etag: '' }
    return [response.statusCode, headers, response.body]
  }
  const groupsFor = async (key: string) => (await get('/v1/groups', { 'x-api-key': key })).json().groups
  const [one, two] = [as('key-of-one'), as('key-of-two')]
  const body = (...groups: unknown[]) => ({ name: 'two', groups })

  for (const query of ['', '?menu=one', '?menu=two', '?menu=none'])
    expect(await two('PATCH', `/v1/items/one%20item${query}`, { price: 1 })).toEqual(
      await two('PATCH', `/v1/items/no%20item${query}`, { price: 1 }),
    )
  const before = await groupsFor('key-of-one')
  const [derivedOfOne] = before.slice(-1)
  const existing = await two('PUT', '/v1/menus/two', body(...treeOf('one'), derivedOfOne))
  await two('PUT', '/v1/menus/two', body(...treeOf('two'), ...derived))
  const { id, items } = derivedOfOne
  const nowhere = [{ ...derivedOfOne, id: `x${id}`, items: [{ ...items[0], id: `x${items[0].id}` }] }]
  expect(existing).toEqual(await two('PUT', '/v1/menus/two', body(...treeOf('new'), ...nowhere)))

  await two('PUT', '/v1/menus/two', body(...treeOf('one'), derivedOfOne))
  expect(await groupsFor('key-of-one')).toEqual(before)
  expect(await two('PATCH', '/v1/items/one%20item', { price: 2 })).toEqual([
    200,
    expect.anything(),
    expect.anything(),
  ])
  expect(await groupsFor('key-of-one')).toEqual(before)
  const [status] = await one('PUT', '/v1/menus/one', {
    name: 'one',
    groups: [...treeOf('one'), ...derived, ...treeOf('two')],
  })
  expect(status).toBe(200)
  expect((await one('PATCH', '/v1/items/one%20item', { price: 3 }))[0]).toBe(200)
  const { users, menus, apiKeys } = world()
  await put({ users, menus: menus.slice(0, 1), apiKeys: apiKeys.slice(0, 1) })
  await two('PUT', '/v1/menus/two', body(...treeOf('two'), ...derived))
  await put(world())
  expect((await groupsFor('key-of-one')).map(({ id }: { id: string }) => id)).toEqual(['one group', id])
  expect((await groupsFor('key-of-two'))[0].items[0].price).toBe(null)
})
