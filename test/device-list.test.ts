import { afterAll, describe, expect, test } from 'vitest'
import { createDeviceList, type DeviceListQuery } from '../src/device/list.ts'
import type { Database, Dialogue } from '../src/storage/database.ts'
import { importDocument } from '../src/transfer/import.ts'
import { openMemory } from './support/database.ts'
import { device, devicesDocument } from './support/documents.ts'
import { NOW } from './support/service.ts'

/*
 * All queries that could list devices give the same devices; which of them looks at the fewest rows depends on how
 * many there are, how many of them a user may read, and how many are online.
 */

/** What each query walks or sorts, by a part of its SQL that no other has. */
const SOURCES: readonly (readonly [string, RegExp])[] = [
  ['version', /FROM device_lists/],
  ['counts', /count\(DISTINCT a\.device_id\) AS readable/],
  ['count by access', /^SELECT count\(\*\) .* AS readable CROSS JOIN/],
  ['count by state', /^SELECT count\(\*\) .* AS d WHERE true AND EXISTS/],
  ['count by id', /^SELECT count\(\*\) .* d\.id IN/],
  ['count of those online', /^SELECT count\(\*\) .* AS d WHERE true$/],
  ['sort by access', /^WITH found .* AS readable CROSS JOIN/],
  ['sort by state', /^WITH found .* AS d WHERE true AND EXISTS/],
  ['sort by id', /^WITH found .* d\.id IN/],
  ['sort every device', /^WITH found .* AS d WHERE true\)/],
  ['walk all', /^SELECT d\.id FROM devices d WHERE true ORDER/],
  ['walk the readable', /^SELECT d\.id FROM devices d WHERE EXISTS/],
  ['walk all in a state', /^SELECT d\.id FROM devices d WHERE \(/],
  ['rows', /^SELECT d\.id, d\.name, /],
]

interface Asked {
  readonly source: string
  readonly isFromEnd: boolean
  readonly limitAndOffset: readonly unknown[]
}

/** The database, and what lists ask it. */
function recorded(database: Database) {
  const asked: Asked[] = []
  function* record<Result>(dialogue: Dialogue<Result>): Dialogue<Result> {
    let step = dialogue.next()
    while (!step.done) {
      const { sql, parameters = [] } = step.value
      const text = sql.replace(/\s+/g, ' ').trim()
      const source = SOURCES.find(([, pattern]) => pattern.test(text))?.[0] ?? text
      asked.push({ source, isFromEnd: sql.includes('d.name DESC'), limitAndOffset: parameters.slice(-2) })
      step = dialogue.next(yield step.value)
    }
    return step.value
  }
  const recording: Database = {
    ...database,
    consult: (begin) => database.consult(() => record(begin())),
  }
  return { recording, taken: () => asked.splice(0) }
}

const databases: Database[] = []
afterAll(() => Promise.all(databases.map((database) => database.close())))

interface Size {
  readonly devices: number
  readonly readable: number
  readonly online?: number
}

/** A list of devices with numbers for names. The first may be read; those that are online lie among all of them. */
async function createList({ devices, readable, online = 0 }: Size) {
  const database = await openMemory()
  databases.push(database)
  const all = Array.from({ length: devices }, (_, n) =>
    device(`d${n}`, {
      name: `${n}`.padStart(4, '0'),
      last_heartbeat_at: new Date((n * 7) % devices < online ? NOW : 0).toISOString(),
      access: n < readable ? [{ user: 'ops', level: 'read' }] : [],
    }),
  )
  await importDocument(database, devicesDocument(...all), { clock: () => NOW })
  const { recording, taken } = recorded(database)
  const list = createDeviceList(recording)
  const ask = (wanted: Partial<DeviceListQuery>) =>
    list({ userId: 'ops', ids: undefined, isOnline: undefined, limit: 10, offset: 0, ...wanted }, NOW)
  return { database, ask, taken }
}

describe('the query that looks at the fewest rows is asked', () => {
  test.each<[string, Size, Partial<DeviceListQuery>, string]>([
    ['all may be read', { devices: 40, readable: 40 }, { limit: 20 }, 'walk all'],
    ['most may be read', { devices: 40, readable: 30 }, { limit: 19 }, 'walk the readable'],
    ['less than most', { devices: 40, readable: 30 }, { limit: 20 }, 'sort by access'],
    ['the end of most', { devices: 40, readable: 30 }, { limit: 5, offset: 25 }, 'walk the readable'],
    ['further inside most', { devices: 40, readable: 30 }, { limit: 10, offset: 10 }, 'sort by access'],
    ['named by id', { devices: 40, readable: 30 }, { ids: new Set(['d1', 'd39']) }, 'sort by id'],
    ['few, online', { devices: 41, readable: 2, online: 1 }, { isOnline: true }, 'sort by access'],
    ['more than few, online', { devices: 40, readable: 2, online: 1 }, { isOnline: true }, 'sort by state'],
    ['some, as many online', { devices: 40, readable: 9, online: 9 }, { isOnline: true }, 'sort by access'],
    ['some, fewer online', { devices: 40, readable: 9, online: 8 }, { isOnline: true }, 'sort by state'],
    ['some, more offline', { devices: 40, readable: 9, online: 30 }, { isOnline: false }, 'sort by access'],
    ['some, fewer offline', { devices: 40, readable: 9, online: 32 }, { isOnline: false }, 'sort by state'],
    [
      'all, half online',
      { devices: 40, readable: 40, online: 20 },
      { isOnline: true },
      'walk all in a state',
    ],
    [
      'all, half online, more of them',
      { devices: 40, readable: 40, online: 20 },
      { isOnline: true, limit: 11 },
      'sort every device',
    ],
    [
      'all, half online, behind others',
      { devices: 40, readable: 40, online: 20 },
      { isOnline: true, limit: 6, offset: 5 },
      'sort every device',
    ],
    [
      'all, most offline',
      { devices: 40, readable: 40, online: 5 },
      { isOnline: false, limit: 10 },
      'walk all in a state',
    ],
  ])('%s: %j %j: %s', async (_, size, wanted, expected) => {
    const { ask, taken } = await createList(size)
    const { rows } = await ask(wanted)
    expect(rows.length).toBeGreaterThan(0)
    const sources = taken().map(({ source }) => source)
    expect(sources.slice(-2)).toEqual([expected, 'rows'])
  })

  test('how many are online is counted only where the choice depends on it', async () => {
    const counting = ['version', 'counts']
    const few = await createList({ devices: 41, readable: 2, online: 1 })
    await few.ask({ isOnline: true })
    expect(few.taken().map(({ source }) => source)).toEqual([
      ...counting,
      'count by access',
      'sort by access',
      'rows',
    ])
    const all = await createList({ devices: 4, readable: 4, online: 1 })
    await all.ask({ isOnline: true })
    expect(all.taken().map(({ source }) => source)).toEqual([
      ...counting,
      'count of those online',
      'sort every device',
      'rows',
    ])
  })
})

describe('a page is counted from the nearer end', () => {
  test.each([
    [{ limit: 2, offset: 0 }, false, [2, 0], ['d0', 'd1']],
    [{ limit: 2, offset: 4 }, false, [2, 4], ['d4', 'd5']],
    [{ limit: 2, offset: 5 }, true, [2, 3], ['d5', 'd6']],
    [{ limit: 9, offset: 8 }, true, [2, 0], ['d8', 'd9']],
  ])('%j', async (wanted, isFromEnd, limitAndOffset, ids) => {
    const { ask, taken } = await createList({ devices: 10, readable: 10 })
    const { rows, total } = await ask(wanted)
    expect([rows.map(({ id }) => id), total]).toEqual([ids, 10])
    expect(taken().at(-2)).toEqual({ source: 'walk all', isFromEnd, limitAndOffset })
  })

  test.each([10, 11, 1e9])('behind the last device, at %i, no row is asked for', async (offset) => {
    const { ask, taken } = await createList({ devices: 10, readable: 10 })
    expect(await ask({ offset })).toEqual({ total: 10, rows: [] })
    expect(taken().map(({ source }) => source)).toEqual(['version', 'counts'])
  })
})

describe('how many devices a user may read is counted', () => {
  const isCounted = (asked: Asked[]) => asked.some(({ source }) => source === 'counts')

  test('once for each user, and again when devices or their access have changed', async () => {
    const { database, ask, taken } = await createList({ devices: 3, readable: 2 })
    const counted = async (userId: string) => {
      await ask({ userId })
      return isCounted(taken())
    }
    expect([await counted('ops'), await counted('other')]).toEqual([true, true])
    expect([await counted('ops'), await counted('other')]).toEqual([false, false])
    await importDocument(database, { devices: [device('d9')] }, { clock: () => NOW })
    expect((await ask({})).total).toBe(3)
    expect(isCounted(taken())).toBe(true)
    expect([await counted('other'), await counted('other')]).toEqual([true, false])
  })

  test('each time beyond the first thousand users', async () => {
    const { ask, taken } = await createList({ devices: 3, readable: 2 })
    for (let n = 1; n <= 1001; n++) await ask({ userId: `user-${n}` })
    taken()
    const counted: boolean[] = []
    for (const userId of ['user-1', 'user-1000', 'user-1001']) {
      await ask({ userId })
      counted.push(isCounted(taken()))
    }
    expect(counted).toEqual([false, false, true])
  })
})
