import { expect, test } from 'vitest'
import { createPuller } from '../src/transfer/pull/index.ts'
import { readPages } from '../src/transfer/pull/pages.ts'
import { membersOf } from './support/documents.ts'
import { type Limits, startLimitedProxy } from './support/limited-proxy.ts'

const keys = { menus: { text: 'key', source: 'in a test' } }
const signal = new AbortController().signal

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
  const { source } = await createPuller(address, { timeoutMs })(keys, { signal })
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
const sizeIn = (query: URLSearchParams) => Number(query.get('pageSize'))
const pageIn = (query: URLSearchParams) => Number(query.get('page'))

test.each([49, 50, 51, 120])(
  'a service that shows all of its %i groups at once, whatever it is asked for, is read by few requests',
  async (count) => {
    const { address, seen } = await startMenu(() => ({ groups: groupsUpTo(count), total: count }))
    expect((await pullMenus(address))[0]?.groups).toHaveLength(count)
    expect(seen.length).toBeLessThan(10)
  },
)

test.each([999, 1000, 1001])(
  'a service that shows all of its %i devices at once, whatever it is asked for, is read by few requests',
  async (count) => {
    const ids = Array.from({ length: count }, (_, n) => `d${n}`)
    const { address, seen } = await startDevices(() => ({ ids, total: count }))
    const { source } = await createPuller(address)({ devices: keys.menus }, { signal })
    expect(membersOf(source, 'devices')).toHaveLength(count)
    expect(seen.length).toBeLessThan(10)
  },
)

test('a service that shows its last page again after its end is read to its end', async () => {
  const { address } = await startMenu((query) => {
    const page = Math.min(pageIn(query), 2)
    return { groups: groupsUpTo(100).slice((page - 1) * 50, page * 50), total: 100 }
  })
  expect((await pullMenus(address))[0]?.groups).toHaveLength(100)
})

// At the same time, because each is read six times, with pauses.
test.concurrent.each<[string, (query: URLSearchParams) => { groups: object[]; total: number }]>([
  ['has only the first page of a longer list', () => ({ groups: groupsUpTo(50), total: 120 })],
  ['has a short first page', () => ({ groups: groupsUpTo(3), total: 4 })],
  ['has as many as counted on two pages', () => ({ groups: groupsUpTo(50), total: 100 })],
  [
    'may have been cut off by the size of a page',
    (query) => ({ groups: groupsUpTo(sizeIn(query)), total: sizeIn(query) }),
  ],
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
  await expect(pulling).rejects.toThrow(`${address}/v1/groups shows nothing on page `)
  await expect(pulling).rejects.toThrow(
    'that it has not shown before, so nobody can tell whether this is all: check the address, and whether that service knows the parameter page.',
  )
  expect(seen.length).toBeLessThan(30)
})

test.concurrent('a list of devices that repeats itself is an error after few requests', async () => {
  const { address, seen } = await startDevices(() => ({ ids: ['a', 'b'], total: 3 }))
  const pulling = createPuller(address)({ devices: keys.menus }, { signal })
  await expect(pulling).rejects.toThrow(`${address}/devices shows nothing on page 2 that`)
  expect(seen.length).toBeLessThan(30)
})

test('a page that repeats another only once, because groups have moved, is read again', async () => {
  const all = groupsUpTo(51)
  let secondPages = 0
  const { address } = await startMenu((query) => {
    const page = pageIn(query)
    const hasMoved = page === 2 && secondPages++ === 0
    return { groups: hasMoved ? all.slice(49, 50) : all.slice((page - 1) * 50, page * 50), total: 51 }
  })
  expect((await pullMenus(address))[0]?.groups).toHaveLength(51)
})

test('a group that is counted but never shown is reported', async () => {
  const { address } = await startMenu(() => ({ groups: [cut('g')], total: 1 }))
  const { losses } = await createPuller(address)(keys, { signal })
  expect(losses).toEqual([
    `Not everything in Menu (m) was imported: ${address} does not show what nests deeper than its limit, 1 group in g.`,
  ])
})

test('groups that contain each other end with an error', async () => {
  const { address } = await startMenu((query) => {
    const id = query.get('groups') ?? 'a'
    return { groups: [shown(id, [cut(id === 'a' ? 'b' : 'a')])], total: 1 }
  })
  await expect(pullMenus(address)).rejects.toThrow('changed each of the 6 times it was read')
})

test('groups without an end are an error', async () => {
  const { address, seen } = await startMenu((query) => {
    const level = Number(query.get('groups') ?? 0)
    return { groups: [shown(`${level}`, [cut(`${level + 1}`)])], total: 1 }
  })
  await expect(pullMenus(address)).rejects.toThrow('groups and items must not nest deeper than 256 levels.')
  expect(seen.length).toBeLessThan(300)
})

test('pages without an end are an error', async () => {
  let entries = 0
  // Without HTTP, over which the 10,000 pages would take most of a minute. All lists of a service are read by this.
  const read = async () => ({
    total: 1_000_000,
    entries: [{ id: `g${entries++}` }],
    from: 'http://localhost/v1/groups',
  })
  await expect(readPages(50, read)).rejects.toThrow(
    'http://localhost/v1/groups has more than 10000 pages: check the address.',
  )
  expect(entries).toBe(10_000)
})

test('a service that does not answer in time is an error', async () => {
  const { address } = await startLimitedProxy('', { delayMs: 60_000 })
  await expect(pullMenus(address, 50)).rejects.toThrow(
    `${address}/v1/menus cannot be read: it took longer than 0.05 s. Try again later, or allow more time with --request-timeout and --give-up-after.`,
  )
})

test('a service that is slow with each of many pages is given up in the end', async () => {
  let groups = 0
  const { address, limits } = await startMenu(() => ({ groups: [shown(`g${groups++}`)], total: 1_000_000 }))
  limits.delayMs = 50
  const pulling = createPuller(address, { finishWithinMs: 1000 })(keys, { signal })
  await expect(pulling).rejects.toThrow(
    `${address} was not read to its end within 1 s: try again later, or allow more time with --finish-within.`,
  )
})

test('an aborted pull ends at once, with its reason', async () => {
  const { address, seen } = await startLimitedProxy('', { delayMs: 60_000 })
  const stopping = new AbortController()
  const pulling = createPuller(address)(keys, { signal: stopping.signal })
  await expect.poll(() => seen.length).toBe(1)
  stopping.abort(new Error('stopped'))
  await expect(pulling).rejects.toThrow('stopped')
})
