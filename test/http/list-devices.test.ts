import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ACCESS_LEVELS } from '../../src/device/access.ts'
import { isOnline } from '../../src/device/online.ts'
import { device, devicesDocument, KEY, withBearer } from '../support/documents.ts'
import { NOW, startInProcess, startService } from '../support/service.ts'

const ago = (ms: number) => new Date(NOW - ms).toISOString()
const named = (id: string, name: string, options: object = {}) => device(id, { name, ...options })
const beats = (id: string, lastHeartbeatAt: string | null) =>
  named(id, id, { last_heartbeat_at: lastHeartbeatAt })
const idsOf = (response: { json: () => { data: { id: string }[] } }) =>
  response.json().data.map(({ id }) => id)

const MAC = 'c4:23:60:91:c0:6c'
const others = [
  { user: 'other', level: 'update' },
  { user: 'ops', level: 'publish' },
]

describe('GET /devices', async () => {
  const full = named(MAC, 'a lobby', {
    screen_orientation: 'left',
    registered_at: '2024-03-21T17:51:45.732391Z',
    last_heartbeat_at: ago(120_000).replace('Z', '456Z'),
    open_dev_tools: true,
  })
  const { get, put } = await startService({
    ...devicesDocument(
      full,
      named('same-2', 'Same'),
      named('same-10', 'Same'),
      named('upper', 'Z'),
      named('umlaut', 'ä', { access: [{ user: 'ops', level: 'update' }] }),
      named('both', 'b', {
        access: ACCESS_LEVELS.map((level) => ({ user: 'ops', level })),
      }),
      named('1,2', 'comma'),
      named('hidden', 'A first', { access: others }),
      named('nobody', 'A second', { access: [] }),
    ),
    users: [{ id: 'ops' }, { id: 'other' }, { id: 'new' }].map((user) => ({ ...user, name: user.id })),
    apiKeys: [
      { key: KEY, name: 'fleet', user: 'ops', scopes: ['device:read'] },
      { key: 'other', name: 'other', user: 'other', scopes: ['device:read'] },
      { key: 'new', name: 'new', user: 'new', scopes: ['device:read'] },
      { key: 'without-scope', name: 'boards', user: 'ops', scopes: [] },
    ],
  })
  const list = (query = '', headers: Record<string, string> = withBearer) => get(`/devices${query}`, headers)
  const ordered = ['same-10', 'same-2', 'upper', MAC, 'both', '1,2', 'umlaut']

  test('returns the devices that the user may read, sorted by code units of the name, then of the id', async () => {
    const response = await list()
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('private, no-cache')
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Object.keys(response.json())).toEqual(['total', 'data'])
    expect(response.json().total).toBe(ordered.length)
    expect(idsOf(response)).toEqual(ordered)
  })

  test('returns each device exactly as GET /devices/{id} does', async () => {
    for (const listed of (await list()).json().data) {
      expect(listed).toEqual((await list(`/${encodeURIComponent(listed.id)}`)).json())
    }
  })

  test('omits devices that the user may only publish, that only others may read, or that no user may read, whatever the query', async () => {
    const queries = ['', '?ids=hidden', '?ids=nobody', '?is_online=false', '?is_online=true', '?page_size=1']
    for (const query of queries)
      expect((await list(query)).body).not.toMatch(/hidden|nobody|A first|A second/)
    expect((await list('?ids=hidden,nobody')).json()).toEqual({ total: 0, data: [] })
    expect(idsOf(await list('', { authorization: 'Bearer other' }))).toEqual(['hidden'])
    expect((await list('', { authorization: 'Bearer new' })).json()).toEqual({ total: 0, data: [] })
  })

  describe('ids', () => {
    test.each([
      ['one', 'ids=both', ['both']],
      ['repeated', 'ids=both&ids=upper', ['upper', 'both']],
      ['with commas', 'ids=both,upper', ['upper', 'both']],
      ['as a JSON array', `ids=${encodeURIComponent('["both","upper"]')}`, ['upper', 'both']],
      ['mixed', `ids=${encodeURIComponent('["both"]')}&ids=upper,umlaut`, ['upper', 'both', 'umlaut']],
      ['given twice', 'ids=both,both', ['both']],
      ['a MAC address in another form', 'ids=C4-23-60-91-C0-6C', [MAC]],
      ['with a comma in it', 'ids=1,2', ['1,2']],
      ['unknown', 'ids=unknown', []],
      ['partly unknown', 'ids=unknown,both', ['both']],
      ['empty, which counts as not given', 'ids=', ordered],
      ['in another case', 'ids=BOTH', []],
    ])('%s', async (_form, query, expected) => {
      const response = await list(`?${query}`)
      expect(idsOf(response)).toEqual(expected)
      expect(response.json().total).toBe(expected.length)
    })

    test('a thousand ids, NUL and SQL are not errors', async () => {
      const many = Array.from({ length: 1000 }, (_, n) => `d${n}`)
      const response = await list(`?ids=${[...many, 'both', '%00', "'%20OR%201"].join()}`)
      expect(idsOf(response)).toEqual(['both'])
    })
  })

  describe('paging', () => {
    test.each(['page=2', 'page=9007199254740993', `page=${'9'.repeat(30)}`, 'page=8&page_size=1'])(
      '%s is beyond the last page: an empty list with the total',
      async (query) => {
        expect((await list(`?${query}`)).json()).toEqual({ total: ordered.length, data: [] })
      },
    )

    test.each(['page_size=1001', `page_size=${'9'.repeat(30)}`, 'page=&page_size=', 'page=001', 'unknown=x'])(
      '%s returns all devices: it is limited to the maximum, empty, zero-padded or unknown',
      async (query) => expect(idsOf(await list(`?${query}`))).toEqual(ordered),
    )

    test.each(['0', '-1', '1.5', '1e1', '%201', 'Infinity', 'x', '0x1', '00'])(
      'the value %s of page and of page_size returns 400',
      async (value) => {
        for (const parameter of ['page', 'page_size']) {
          const response = await list(`?${parameter}=${value}`)
          expect(response.statusCode).toBe(400)
          expect(response.json().message).toBe(`The parameter ${parameter} must be a whole number, 1 or more`)
        }
      },
    )

    test.each(['yes', '1', 'TRUE', 'true,false', 'true&is_online=false'])(
      'is_online=%s returns 400',
      async (value) => {
        const response = await list(`?is_online=${value}`)
        expect(response.statusCode).toBe(400)
        expect(response.json().message).toBe('The parameter is_online must be true or false')
      },
    )

    test('an empty is_online counts as not given', async () => {
      expect(idsOf(await list('?is_online='))).toEqual(ordered)
    })
  })

  describe('like every route', () => {
    test('returns 401 without a valid key and 403 without the scope, before it checks anything else', async () => {
      for (const query of ['', '?page=0', '?is_online=x']) {
        const refused = await list(query, {})
        expect(refused.statusCode).toBe(401)
        expect(refused.headers['www-authenticate']).toBe('Bearer')
        const forbidden = await list(query, { authorization: 'Bearer without-scope' })
        expect(forbidden.statusCode).toBe(403)
        expect(forbidden.body).toBe('{"message":"Invalid scopes"}')
      }
    })
  })

  test('includes a committed change in the next response', async () => {
    const access = [{ user: 'new', level: 'read' }]
    const forNew = { authorization: 'Bearer new' }
    await put({ devices: [named('fresh', 'Fresh', { access })] })
    expect((await list('', forNew)).json()).toMatchObject({ total: 1, data: [{ name: 'Fresh' }] })
    await put({ devices: [named('fresh', 'Renamed', { access })] })
    expect((await list('', forNew)).json()).toMatchObject({ total: 1, data: [{ name: 'Renamed' }] })
    await put({ devices: [named('fresh', 'Renamed', { access: [] })] })
    expect((await list('', forNew)).json()).toEqual({ total: 0, data: [] })
  })
})

describe('is_online at the limit of 5 minutes', () => {
  const online = {
    'beat-459': ago(4 * 60_000 + 59_000),
    'beat-500': ago(5 * 60_000),
    'beat-500-short': '2026-01-15T11:55:00Z',
    'beat-500-long': '2026-01-15T11:55:00.000000000Z',
    'beat-500-less-1-us': '2026-01-15T11:55:00.000001Z',
    'beat-future': ago(-3_600_000),
  }
  const offline = {
    'beat-500-and-1-ms': ago(5 * 60_000 + 1),
    'beat-500-and-1-us': '2026-01-15T11:54:59.999999Z',
    'beat-59': '2026-01-15T11:54:59Z',
    'beat-long-ago': '2020-01-01T00:00:00Z',
    'beat-never': null,
  }
  const all = Object.entries({ ...online, ...offline }).map(([id, at]) => beats(id, at))

  /** @param pastMs how far the clock of the service is ahead of `NOW` */
  async function startAt(pastMs: number) {
    const { get } = await startInProcess(devicesDocument(...all), { clock: () => NOW + pastMs })
    const request = (query = '') => get(`/devices${query}`, withBearer)
    return { request, states: async (state: boolean) => idsOf(await request(`?is_online=${state}`)) }
  }

  test('true finds devices last seen at most 5 minutes ago, to the microsecond, or in the future', async () => {
    const { states } = await startAt(0)
    expect(await states(true)).toEqual(Object.keys(online).sort())
    expect(await states(false)).toEqual(Object.keys(offline).sort())
  })

  test.each([0.12, 0.999, 0.5, 0.001])(
    'is the same in the filter as in the response at %s s past a full second',
    async (seconds) => {
      const { request, states } = await startAt(seconds * 1000 - 1000)
      const shown: { id: string; is_online: boolean }[] = (await request()).json().data
      for (const state of [true, false]) {
        const expected = shown.filter((listed) => listed.is_online === state).map(({ id }) => id)
        expect(await states(state)).toEqual(expected)
      }
    },
  )

  test('uses one current time for the whole response, even if the clock advances meanwhile', async () => {
    let time = NOW
    const clock = () => (time += 200_000)
    const { get } = await startInProcess(devicesDocument(beats('a', ago(0)), beats('b', ago(0))), { clock })
    for (const query of ['', '?is_online=true', '?is_online=false']) {
      time = NOW - 300_000
      const { data } = (await get(`/devices${query}`, withBearer)).json()
      expect(new Set(data.map((listed: { is_online: boolean }) => listed.is_online)).size).toBeLessThan(2)
    }
  })
})

/** Times around the limit, with up to four decimal places, and some in the future. */
const heartbeat = fc.option(
  fc
    .tuple(
      fc.constantFrom(
        '2026-01-15T11:54:59',
        '2026-01-15T11:55:00',
        '2026-01-15T11:55:01',
        '2026-01-16T00:00:00',
      ),
      fc.string({ unit: fc.constantFrom('0', '1', '9'), maxLength: 4 }),
    )
    .map(([second, digits]) => `${second}${digits && '.'}${digits}Z`),
)
const level = fc.constantFrom(...ACCESS_LEVELS)
const world = fc.array(
  fc.record({
    name: fc.constantFrom('a', 'B', 'b', 'ä', '', '%', 'a b', '日本'),
    heartbeat,
    levels: fc.uniqueArray(level),
  }),
  { maxLength: 12 },
)
const query = fc.record({
  isOnline: fc.constantFrom(undefined, true, false),
  ids: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 1 }), { nil: undefined }),
  page: fc.integer({ min: 1, max: 4 }),
  size: fc.integer({ min: 1, max: 5 }),
  pastMs: fc.constantFrom(0, 1, 9, 10, 99, 100, 900, 999),
})

test('for random devices, access and queries, the list matches a plain model', async () => {
  let nowMs = NOW
  const { get, put, runSql } = await startInProcess({ users: [] }, { clock: () => nowMs })
  const byCodeUnit = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
  await fc.assert(
    fc.asyncProperty(world, fc.array(query, { minLength: 1, maxLength: 6 }), async (devices, queries) => {
      const stored = devices.map(({ name, heartbeat, levels }, n) =>
        named(`d${n}`, name, {
          last_heartbeat_at: heartbeat,
          access: levels.map((level) => ({ user: 'ops', level })),
        }),
      )
      await runSql('DELETE FROM devices')
      await put(devicesDocument(...stored))
      for (const { isOnline: state, ids, page, size, pastMs } of queries) {
        nowMs = NOW + pastMs
        const matches = devices
          .map((one, n) => ({ ...one, id: `d${n}`, n }))
          .filter(({ levels }) => levels.includes('read') || levels.includes('update'))
          .filter(({ heartbeat }) => state === undefined || isOnline(heartbeat, nowMs) === state)
          .filter(({ n }) => ids?.includes(n) ?? true)
          .sort((a, b) => byCodeUnit(a.name, b.name) || byCodeUnit(a.id, b.id))
          .map(({ id }) => id)
        const parameters = new URLSearchParams({ page: `${page}`, page_size: `${size}` })
        if (state !== undefined) parameters.set('is_online', `${state}`)
        for (const n of ids ?? []) parameters.append('ids', `d${n}`)
        const response = await get(`/devices?${parameters}`, withBearer)
        expect(response.json().total).toBe(matches.length)
        expect(idsOf(response)).toEqual(matches.slice((page - 1) * size, page * size))
      }
    }),
    { numRuns: 60 },
  )
})
