import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startService } from './support/service.ts'
import { isProcessTarget } from './support/target.ts'

/*
 * Two users share one service. Every resource has a name and ids that can be recognised in any response. Which of
 * them are granted to a user is random.
 */
const MENUS = ['m0', 'm1', 'm2', 'm3', 'm4']
const DEVICES = ['d0', 'd1', 'd2', 'd3']
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
    { key: 'mine', name: 'mine', user: 'me', scopes: ['device:read'], menus: granted.map(mark) },
    { key: 'yours', name: 'yours', user: 'you', scopes: ['device:read'], menus: MENUS.map(mark) },
  ],
})

// Each run starts a command to import its grants.
const RUNS = isProcessTarget ? 12 : 30

const headers = { 'x-api-key': 'mine', authorization: 'Bearer mine' }
const headersOfOther = { 'x-api-key': 'yours', authorization: 'Bearer yours' }

// One service for all grants: no response may depend on earlier responses, or on who received them.
const { get, put } = await startService(world([], []))

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
      ]
      for (const url of urls) {
        const response = await getAfterOther(url)
        const content = response.body + JSON.stringify(response.headers)
        for (const id of hidden) expect(content, `${url} shows ${id}`).not.toContain(mark(id))
      }

      const groupTotalOf = async (url: string) => (await getAfterOther(url)).json().metadata.groups.total
      expect((await getAfterOther('/v1/menus')).json()).toHaveLength(granted.length)
      expect((await getAfterOther('/v1/menus/options')).json()).toHaveLength(granted.length)
      const totalOf = async (url: string) => (await getAfterOther(url)).json().total
      expect(await totalOf('/devices')).toBe(readable.length)
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
