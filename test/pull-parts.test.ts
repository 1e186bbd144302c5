import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { retryAfterMs, waitMs } from '../src/http-client/back-off.ts'
import { limitTo } from '../src/limit.ts'
import { createPuller } from '../src/pull/index.ts'
import { readPages } from '../src/pull/pages.ts'
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

/** The menus that a puller reads. */
async function pullMenus(address: string, timeoutMs = 10_000): Promise<{ groups: object[] }[]> {
  const { source } = await createPuller(address, { timeoutMs })(keys, { signal })
  return JSON.parse(JSON.stringify([...source.members('menus')]))
}

test('waits twice as long after each failure, and as long as the service asks for, up to a minute', () => {
  const now = Date.parse('2030-01-01T00:00:00Z')
  const wait = (failures: number, header: string | null) => waitMs(failures, retryAfterMs(header, now)) / 1000
  for (let n = 0; n < 20; n++) {
    for (const [failures, shortest] of [
      [1, 0.25],
      [2, 0.5],
      [3, 1],
      [4, 2],
    ] as const) {
      expect(wait(failures, null)).toBeGreaterThanOrEqual(shortest)
      expect(wait(failures, null)).toBeLessThan(shortest * 2)
    }
    expect(wait(1, '7')).toBeGreaterThanOrEqual(7)
    expect(wait(1, '7')).toBeLessThan(8)
    expect(wait(1, 'Tue, 01 Jan 2030 00:00:30 GMT')).toBeGreaterThanOrEqual(30)
    expect(wait(1, 'Mon, 31 Dec 2029 00:00:00 GMT')).toBeLessThan(1)
    expect(wait(1, 'soon')).toBeLessThan(1)
    expect(wait(1, '999999999999')).toBe(60)
  }
})

test('work is limited in the order of the calls, also if some fails', async () => {
  const limit = limitTo(2)
  const started: number[] = []
  let running = 0
  const work = (n: number) => async () => {
    started.push(n)
    expect(++running).toBeLessThanOrEqual(2)
    await sleep(5)
    running -= 1
    if (n === 1) throw new Error('one')
    return n
  }
  const results = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => limit(work(n))))
  expect(started).toEqual([0, 1, 2, 3, 4])
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true])
})

test('a service that counts only the entries of a page is read to its end', async () => {
  const all = Array.from({ length: 120 }, (_, n) => shown(`g${n}`))
  const { address } = await startMenu((query) => {
    const page = Number(query.get('page') ?? 1)
    const groups = all.slice((page - 1) * 50, page * 50)
    return { groups, total: groups.length }
  })
  expect((await pullMenus(address))[0]?.groups).toHaveLength(120)
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
  const read = async () => ({ total: 1_000_000, entries: [{ id: `g${entries++}` }] })
  await expect(readPages(50, read)).rejects.toThrow('A list has more than 10000 pages')
  expect(entries).toBe(10_000)
})

test('a service that does not answer in time is an error', async () => {
  const { address } = await startLimitedProxy('', { delayMs: 60_000 })
  await expect(pullMenus(address, 50)).rejects.toThrow(
    `${address}/v1/menus cannot be read: it took longer than 0.05 s. Try again later.`,
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
