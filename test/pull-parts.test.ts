import { expect, test } from 'vitest'
import { pull } from '../src/documents/pull/index.ts'
import { membersOf } from './support/documents.ts'
import { type Limits, startLimitedProxy } from './support/limited-proxy.ts'

const keys = { menus: { text: 'key', place: 'in a test' } }

/** A group as a service shows it. */
function shown(id: string, groups: object[] = [], total = groups.length) {
  return { id, name: id, metadata: { groups: { total }, items: { total: 0 } }, groups, items: [] }
}
const cut = (id: string) => shown(id, [], 1)

/** Starts a service with one menu. @param groupsOf the groups and the total for a query */
async function startMenu(groupsOf: (query: URLSearchParams) => { groups: object[]; total: number }) {
  const answer: Limits['answer'] = (path, response) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    const { groups, total } = groupsOf(searchParams)
    const envelope = { metadata: { groups: { total } }, groups }
    response.end(JSON.stringify(pathname === '/v1/menus' ? [{ id: 'm', name: 'Menu' }] : envelope))
    return true
  }
  return startLimitedProxy('', { answer })
}

/** A service with devices. @param devicesOf the ids and the total for a query */
async function startDevices(devicesOf: (query: URLSearchParams) => { ids: string[]; total: number }) {
  const answer: Limits['answer'] = (path, response) => {
    const { ids, total } = devicesOf(new URL(path, 'http://localhost').searchParams)
    response.end(JSON.stringify({ total, data: ids.map((id) => ({ id })) }))
    return true
  }
  return startLimitedProxy('', { answer })
}

/** The menus that a puller reads. */
async function pullMenus(address: string, timeoutMs = 10_000): Promise<{ groups: object[] }[]> {
  const source = await pull(address, keys, { timeoutMs })
  return JSON.parse(JSON.stringify(membersOf(source, 'menus')))
}

test('a service that counts only the entries of a page is read to its end', async () => {
  const all = Array.from({ length: 120 }, (_, n) => shown(`g${n}`))
  const { address } = await startMenu((query) => {
    const page = Number(query.get('page') ?? 1)
    const groups = all.slice((page - 1) * 50, page * 50)
    return { groups, total: groups.length }
  })
  expect((await pullMenus(address))[0]?.groups).toHaveLength(120)
})

const groupsUpTo = (count: number) => Array.from({ length: count }, (_, n) => shown(`g${n}`))
/** The first group that a query asks for. */
const askedIn = (query: URLSearchParams) => JSON.parse(query.get('groups') ?? '[]')[0]
const pageIn = (query: URLSearchParams) => Number(query.get('page'))

test('a service that shows all of its groups at once, on fewer than a page, is read', async () => {
  const { address } = await startMenu(() => ({ groups: groupsUpTo(49), total: 49 }))
  expect((await pullMenus(address))[0]?.groups).toHaveLength(49)
})

test.each<[string, (query: URLSearchParams) => { groups: object[]; total: number }]>([
  ['has only the first page of a longer list', () => ({ groups: groupsUpTo(50), total: 120 })],
  ['has a short first page', () => ({ groups: groupsUpTo(3), total: 4 })],
  ['has as many as counted on two pages', () => ({ groups: groupsUpTo(50), total: 100 })],
  ['shows everything on each page', () => ({ groups: groupsUpTo(51), total: 51 })],
  [
    'begins again',
    (query) => {
      const page = (pageIn(query) - 1) % 2
      return { groups: groupsUpTo(100).slice(page * 50, page * 50 + 50), total: 50 }
    },
  ],
])('a list that repeats itself and %s is an error after few requests', async (_, groupsOf) => {
  const { address, seen } = await startMenu(groupsOf)
  const pulling = pullMenus(address)
  await expect(pulling).rejects.toThrow(`${address}/v1/groups repeats entries on page `)
  await expect(pulling).rejects.toThrow(
    'The list may have changed: try again later. Or the service may ignore the parameter page: check the address.',
  )
  expect(seen.length).toBeLessThan(30)
})

test('a list of devices that repeats itself is an error after few requests', async () => {
  const { address, seen } = await startDevices(() => ({ ids: ['a', 'b'], total: 3 }))
  const pulling = pull(address, { devices: keys.menus }, {})
  await expect(pulling).rejects.toThrow(`${address}/devices repeats entries on page 2.`)
  expect(seen.length).toBeLessThan(30)
})

test('a list that is shorter than it is counted is an error', async () => {
  const { address } = await startMenu((query) => ({
    groups: pageIn(query) === 1 ? groupsUpTo(3) : [],
    total: 4,
  }))
  await expect(pullMenus(address)).rejects.toThrow('/v1/groups counts 4 entries, but shows 3: try again')
})

test('a group in two places is no reason to read a tree that doubles at each level', async () => {
  const { address } = await startMenu(() => ({
    groups: [shown('a', [cut('b')]), shown('c', [cut('b')])],
    total: 2,
  }))
  await expect(pullMenus(address)).rejects.toThrow(
    'The group b is missing, or is in several places: try again later.',
  )
})

test('a group that is counted but never shown is an error', async () => {
  const { address } = await startMenu(() => ({ groups: [cut('g')], total: 1 }))
  await expect(pullMenus(address)).rejects.toThrow(
    `The menu Menu (m) of ${address} cannot be read as a whole: 1 of its groups and items nest deeper than that service shows. Use a key that has no grant for this menu.`,
  )
})

test('items that nest as deep as they may are read', async () => {
  const nested = (levels: number): object => {
    const items = levels > 1 ? [nested(levels - 1)] : []
    return { name: `level ${levels}`, metadata: { items: { total: items.length } }, items }
  }
  const group = { ...shown('g'), metadata: { groups: { total: 0 }, items: { total: 1 } } }
  const { address } = await startMenu(() => ({ groups: [{ ...group, items: [nested(256)] }], total: 1 }))
  expect((await pullMenus(address))[0]?.groups).toHaveLength(1)
})

test('groups that contain each other end with an error', async () => {
  const { address } = await startMenu((query) => {
    const id = askedIn(query) ?? 'a'
    return { groups: [shown(id, [cut(id === 'a' ? 'b' : 'a')])], total: 1 }
  })
  await expect(pullMenus(address)).rejects.toThrow('must not nest deeper than 256 levels.')
})

test('groups without an end are an error', async () => {
  const { address, seen } = await startMenu((query) => {
    const level = Number(askedIn(query) ?? 0)
    return { groups: [shown(`${level}`, [cut(`${level + 1}`)])], total: 1 }
  })
  await expect(pullMenus(address)).rejects.toThrow(
    'Groups and items of a menu must not nest deeper than 256 levels.',
  )
  expect(seen.length).toBeLessThan(300)
})

test('a service that does not answer in time is an error', async () => {
  const { address } = await startLimitedProxy('', { delayMs: 60_000 })
  await expect(pullMenus(address, 50)).rejects.toThrow(
    `${address}/v1/menus cannot be read: it took longer than 0.05 s. Try again later.`,
  )
})
