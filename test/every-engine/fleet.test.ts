import { describe, expect, test } from 'vitest'
import type { Fleet } from '../../src/fleet/schema.ts'
import { COMPRESSIONS } from '../../src/http/content-encodings.ts'
import { device, KEY, withBearer } from '../support/documents.ts'
import { NOW, startInProcess } from '../support/service.ts'

const MAY_BE_DOWN = 'their connection to the signage service may be down'
const MINUTE_MS = 60_000
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE_MS).toISOString()

// NOW is a Thursday, 12:00 UTC.
const window = (from: string, to: string) => ({ windows: [{ days: ['thu'], from, to }] })
const SITES = [
  { id: 'quay', name: 'The Quayside', timezone: 'Europe/London' },
  { id: 'mall', name: 'Årsta Mall', timezone: 'America/Phoenix' },
  { id: 'night', name: 'Night Café', timezone: 'UTC', hours: window('18:00', '02:00') },
  { id: 'none', name: 'An empty one', timezone: 'UTC' },
]

function screen(id: string, site: string | null, minutes: number | null, options = {}) {
  return device(id, {
    name: id,
    timezone: 'UTC',
    site,
    last_heartbeat_at: minutes === null ? null : ago(minutes),
    ...options,
  })
}

const DEVICES = [
  screen('q1', 'quay', 1),
  screen('q2', 'quay', 20),
  screen('q3', 'quay', 10),
  screen('q4', 'quay', null),
  screen('m1', 'mall', 1, { name: 'Menu ÄÖ' }),
  screen('m2', 'mall', 15, { name: 'menu b', timezone: 'America/Phoenix' }),
  screen('n1', 'night', 600),
  screen('n2', 'night', 1),
  screen('x1', null, 2),
  screen('x2', null, 8),
]

function documentOf(devices: object[], sites: object[] = SITES) {
  return {
    users: [
      { id: 'ops', name: 'Operations' },
      { id: 'other', name: 'Other' },
    ],
    sites,
    devices,
    apiKeys: [
      { key: KEY, name: 'dashboard', user: 'ops', scopes: ['device:read'], menus: [] },
      { key: 'key-without-scope', name: 'none', user: 'ops', scopes: [], menus: [] },
      { key: 'key-of-another', name: 'other', user: 'other', scopes: ['device:read'], menus: [] },
    ],
  }
}

type Service = Awaited<ReturnType<typeof startInProcess>>

async function fleetOf(
  service: Service,
  query = '',
  headers: Record<string, string> = withBearer,
): Promise<Fleet> {
  const response = await service.get(`/fleet${query}`, headers)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const idsOf = ({ devices }: Pick<Fleet, 'devices'>) => devices.map(({ id }) => id)

const service = await startInProcess(documentOf(DEVICES))
const get = (query?: string) => fleetOf(service, query)

describe('the order', () => {
  test.each([
    ['', 'q3 q2 q4 q1 m2 m1 n1 n2 x2 x1'],
    ['?state=&site=&search=&cursor=&limit=', 'q3 q2 q4 q1 m2 m1 n1 n2 x2 x1'],
    ['?limit=201', 'q3 q2 q4 q1 m2 m1 n1 n2 x2 x1'],
  ])('of /fleet%s has what needs attention first', async (query, ids) => {
    expect(idsOf(await get(query)).join(' ')).toBe(ids)
  })
})

/** Different words. */
const words = (count: number) => Array.from({ length: count }, (_, n) => n.toString(36)).join('+')

describe('filters', () => {
  test.each([
    ['state=offline', 'q3 q2 m2 x2'],
    ['state=never', 'q4'],
    ['state=asleep', 'n1'],
    ['state=online', 'q1 m1 n2 x1'],
    ['site=quay', 'q3 q2 q4 q1'],
    ['site=none', ''],
    ['site=unknown', ''],
    ['site=%00', ''],
    ['site=quay&state=online', 'q1'],
    ['search=QUAY', 'q3 q2 q4 q1'],
    ['search=arsta', 'm2 m1'],
    ['search=%C3%85RSTA', 'm2 m1'],
    // Å as A with a ring above.
    ['search=a%CC%8Arsta', 'm2 m1'],
    ['search=%C3%A4%C3%B6', 'm1'],
    ['search=menu%20phoenix', 'm2 m1'],
    ['search=menu+quay', ''],
    ['search=%25', ''],
    ['search=_', ''],
    ['search=X1', 'x1'],
    ['id=x1', 'x1'],
    ['id=x', ''],
    ['id=x1&state=online&site=quay', ''],
    ['search=utc&state=offline', 'x2'],
  ])('%s', async (query, ids) => {
    const fleet = await get(`?${query}`)
    expect(idsOf(fleet).join(' ')).toBe(ids)
    expect(fleet.total).toBe(fleet.devices.length)
    expect(fleet.counts).toEqual({ all: 10, offline: 4, never: 1, asleep: 1, online: 4 })
  })

  test.each([
    ['state=x', 'The parameter state must be offline, never, asleep or online'],
    ['state=online&state=never', 'The parameter state must be offline, never, asleep or online'],
    ['limit=0', 'The parameter limit must be a whole number, 1 or more'],
    ['limit=1e1', 'The parameter limit must be a whole number, 1 or more'],
    ['site=a&site=b', 'The parameter site must be text'],
  ])('%s is 400', async (query, message) => {
    const response = await service.get(`/fleet?${query}`, withBearer)
    expect([response.statusCode, response.json().message]).toEqual([400, message])
  })
})

test('a search has at most 20 different words', async () => {
  const message = 'The parameter search must have at most 20 different words'
  for (const count of [21, 4000]) {
    const response = await service.get(`/fleet?search=${words(count)}`, withBearer)
    expect([response.statusCode, response.json().message]).toEqual([400, message])
  }
  expect(idsOf(await get(`?search=${words(20)}`))).toEqual([])
  expect(idsOf(await get(`?search=${'q1+Q1+quay+'.repeat(1000)}`))).toEqual(['q1'])
})

describe('pages', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  const position = { site: null, state: 'online', lastHeartbeatAt: null, name: 'a', id: 'b' }

  test.each([
    'x',
    '%00',
    encode(null),
    encode({}),
    encode({ ...position, state: 'gone' }),
    encode({ ...position, id: undefined }),
    encode({ ...position, id: 5 }),
    encode({ ...position, site: { id: 'x' } }),
    encode({ ...position, name: '\0' }),
    encode({ ...position, site: { latestSilenceStart: null, name: '\ud800', id: 'b' } }),
  ])('a cursor that is not that of a page is 400: %s', async (cursor) => {
    const response = await service.get(`/fleet?cursor=${cursor}`, withBearer)
    expect(response.statusCode).toBe(400)
    expect(response.json().message).toBe('The parameter cursor must be the `next` of a page')
  })

  test('a cursor of a device that is gone continues where it was', async () => {
    const mall = { latestSilenceStart: ago(15), name: 'Årsta Mall', id: 'mall' }
    // Names are compared by code point: "Menu ÄÖ" is before "m9".
    for (const [name, ids] of [
      ['m9', 'n1 n2 x2 x1'],
      ['A', 'm1 n1 n2 x2 x1'],
    ]) {
      const cursor = encode({ ...position, site: mall, name, id: 'gone' })
      expect(idsOf(await get(`?cursor=${cursor}`)).join(' ')).toBe(ids)
    }
  })

  test('have the screens 2 to 9 before those from 10 on', async () => {
    const numbered = Array.from({ length: 12 }, (_, n) => screen(`d${n}`, 'quay', 1, { name: `Screen ${n}` }))
    const other = await startInProcess(documentOf(numbered))
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const fleet: Fleet = await fleetOf(other, `?limit=5&cursor=${cursor}`)
      seen.push(...idsOf(fleet))
      cursor = fleet.next
    }
    expect(seen).toEqual(numbered.map(({ id }) => id))
  })

  test('no device that does not move is lost or repeated while others change their state', async () => {
    const devices = Array.from({ length: 120 }, (_, n) =>
      screen(`d${n}`, n % 5 ? `s${n % 10}` : null, n % 3 ? 1 : 10 + n),
    )
    const sites = Array.from({ length: 10 }, (_, n) => ({ id: `s${n}`, name: `S ${n}`, timezone: 'UTC' }))
    const changing = await startInProcess(documentOf(devices, sites))
    const before = idsOf(await fleetOf(changing))
    const seen: string[] = []
    const moved = new Set<string>()
    let cursor: string | null = ''
    for (let page = 0; cursor !== null; page++) {
      const fleet: Fleet = await fleetOf(changing, `?limit=7&cursor=${cursor}`)
      seen.push(...idsOf(fleet))
      cursor = fleet.next
      // A device that was offline for long at a site with a newer outage: no other device moves with it.
      const id = devices.filter((_, n) => n % 3 === 0 && n % 10 === 0)[page % 12]?.id ?? ''
      moved.add(id)
      await changing.runSql(`UPDATE devices SET last_heartbeat_at = '${ago(0)}' WHERE id = '${id}'`)
    }
    const unmoved = (ids: string[]) => ids.filter((id) => !moved.has(id))
    expect(unmoved(seen)).toEqual(unmoved(before))
  })
})

describe('what is shown', () => {
  test('a device as GET /devices has it, with its state and its site', async () => {
    const { data } = (await service.get('/devices', withBearer)).json()
    const { devices } = await get()
    for (const { state, reason, muted_until, site, history, ...shown } of devices) {
      expect(shown).toEqual(data.find(({ id }: { id: string }) => id === shown.id))
      expect([reason, muted_until, state === 'online']).toEqual([null, null, shown.is_online])
      if (shown.id === 'x1') expect(site).toBeNull()
      if (shown.id === 'q1')
        expect(site).toEqual({ id: 'quay', name: 'The Quayside', timezone: 'Europe/London' })
    }
  })

  test('the sites of the page, in their order', async () => {
    const { sites } = await get('?limit=5')
    expect(sites).toEqual([
      {
        id: 'quay',
        name: 'The Quayside',
        timezone: 'Europe/London',
        is_open: true,
        devices: 4,
        online: 1,
        muted_until: null,
      },
      {
        id: 'mall',
        name: 'Årsta Mall',
        timezone: 'America/Phoenix',
        is_open: true,
        devices: 2,
        online: 1,
        muted_until: null,
      },
    ])
    expect((await get('?site=night')).sites).toMatchObject([{ id: 'night', is_open: false }])
    expect((await get('?id=x1')).sites).toEqual([])
  })

  test.each([
    ['12:00', '13:00', 'offline'],
    ['11:00', '12:00', 'asleep'],
    ['12:01', '13:00', 'asleep'],
    ['11:00', '12:01', 'offline'],
  ])('at a site that is open from %s to %s, a silent device is %s at noon', async (from, to, state) => {
    const sites = [{ id: 's', name: 'S', timezone: 'UTC', hours: window(from, to) }]
    const at = await startInProcess(documentOf([screen('d', 's', 6)], sites))
    const { devices, counts } = await fleetOf(at)
    expect([devices[0]?.state, counts[devices[0]?.state ?? 'never']]).toEqual([state, 1])
  })

  test('a device is offline by the rule of is_online', async () => {
    const at = await startInProcess(documentOf([screen('a', null, 5), screen('b', null, 5 + 1 / MINUTE_MS)]))
    expect((await fleetOf(at)).devices.map(({ id, state }) => [id, state])).toEqual([
      ['b', 'offline'],
      ['a', 'online'],
    ])
  })

  test('mutes that have not ended', async () => {
    const muted = await startInProcess(documentOf(DEVICES))
    await muted.runSql(`INSERT INTO alert_mutes (kind, subject_id, until) VALUES
      ('device', 'q1', ${NOW + 1}), ('device', 'q2', ${NOW}), ('site', 'quay', ${NOW + MINUTE_MS}), ('route', 'q3', ${NOW + 1})`)
    const { devices, sites } = await fleetOf(muted, '?site=quay')
    expect(devices.map(({ muted_until }) => muted_until)).toEqual([
      null,
      null,
      null,
      new Date(NOW + 1).toISOString(),
    ])
    expect(sites[0]?.muted_until).toBe(ago(-1))
  })

  test('the same again is 304, in each encoding, until something changes', async () => {
    const changing = await startInProcess(documentOf(DEVICES))
    for (const encoding of ['identity', ...COMPRESSIONS]) {
      const asked = { ...withBearer, 'accept-encoding': encoding }
      const { headers } = await changing.get('/fleet', asked)
      expect(headers['cache-control']).toBe('private, no-cache')
      expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
      const again = { ...asked, 'if-none-match': String(headers['etag']) }
      expect((await changing.get('/fleet', again)).statusCode).toBe(304)
      await changing.runSql(`UPDATE devices SET name = 'Name for ${encoding}' WHERE id = 'q1'`)
      expect((await changing.get('/fleet', again)).statusCode).toBe(200)
    }
  })
})

test('the same again is 304 while an outage lasts, until the next minute', async () => {
  let nowMs = NOW + 20_000
  const devices = [screen('q2', 'quay', 20), screen('q4', 'quay', null), screen('n1', 'night', 600)]
  const polled = await startInProcess(documentOf([...devices, screen('x2', null, 3)]), { clock: () => nowMs })
  await polled.runSql(
    `INSERT INTO service_absences (started_at, ended_at) VALUES (${NOW - 25 * 60 * MINUTE_MS}, ${NOW - 23 * 60 * MINUTE_MS})`,
  )
  const ask = async (etag = '') => {
    const { statusCode, headers, body } = await polled.get('/fleet', { ...withBearer, 'if-none-match': etag })
    return { statusCode, etag: String(headers['etag']), body }
  }
  const first = await ask()
  expect(JSON.parse(first.body).devices[0].history.outages).toMatchObject([{ duration_seconds: 20 * 60 }])
  for (const seconds of [21, 40, 59.999]) {
    nowMs = NOW + seconds * 1000
    expect((await ask(first.etag)).statusCode).toBe(304)
  }
  nowMs = NOW + MINUTE_MS
  const second = await ask(first.etag)
  expect([second.statusCode, JSON.parse(second.body).devices[0].history.outages]).toMatchObject([
    200,
    [{ duration_seconds: 21 * 60 }],
  ])
  // What becomes offline is told at once.
  nowMs = NOW + 2 * MINUTE_MS
  const third = await ask(second.etag)
  nowMs += 1
  const fourth = await ask(third.etag)
  expect([
    JSON.parse(third.body).counts.offline,
    fourth.statusCode,
    JSON.parse(fourth.body).counts.offline,
  ]).toEqual([1, 200, 2])
})

describe('access', () => {
  test('needs a key with the scope', async () => {
    expect((await service.get('/fleet')).statusCode).toBe(401)
    const headers = { authorization: 'Bearer key-without-scope' }
    expect((await service.get('/fleet', headers)).statusCode).toBe(403)
  })

  test('nothing of a device that the user may not read is shown or counted', async () => {
    const devices = DEVICES.map((each) =>
      ['q3', 'q1', 'x1'].includes(each.id)
        ? { ...each, access: [...each.access, { user: 'other', level: 'read' }] }
        : { ...each, access: [...each.access, { user: 'other', level: 'publish' }] },
    )
    const shared = await startInProcess(documentOf(devices))
    await shared.runSql(`INSERT INTO incidents (id, kind, subject_id, started_at, opened_at) VALUES
        ('inc_a', 'site', 'quay', ${NOW - 10 * MINUTE_MS}, ${NOW}), ('inc_f', 'feed', NULL, ${NOW - MINUTE_MS}, ${NOW});
      INSERT INTO incident_devices (device_id, incident_id, started_at) VALUES
        ('q2', 'inc_a', 1), ('q3', 'inc_a', 1), ('m2', 'inc_f', 1), ('x2', 'inc_f', 1)`)
    const fleet = await fleetOf(shared, '', { authorization: 'Bearer key-of-another' })
    expect(fleet).toMatchObject({
      counts: { all: 3, offline: 1, never: 0, asleep: 0, online: 2 },
      total: 3,
      notices: [],
      sites: [{ id: 'quay', devices: 2, online: 1 }],
    })
    expect(fleet.devices.map(({ id, reason }) => [id, reason])).toEqual([
      ['q3', 'Only this screen: 1 other screen at The Quayside is online.'],
      ['q1', null],
      ['x1', null],
    ])
    expect((await fleetOf(shared)).notices).toEqual([
      `No heartbeat from 2 of 9 screens since 11:59 UTC: ${MAY_BE_DOWN}.`,
    ])
  })
})

describe('reasons', () => {
  async function reasonsOf(sql: string, devices = DEVICES) {
    const told = await startInProcess(documentOf(devices))
    await told.runSql(sql)
    const { notices, devices: shown } = await fleetOf(told)
    return { notices, reasons: Object.fromEntries(shown.map(({ id, reason }) => [id, reason])) }
  }
  const incident = (kind: string, subject: string | null, minutes: number, ...ids: string[]) => `
    INSERT INTO incidents (id, kind, subject_id, started_at, opened_at)
      VALUES ('inc_${kind}', '${kind}', ${subject === null ? 'NULL' : `'${subject}'`}, ${NOW - minutes * MINUTE_MS}, ${NOW});
    ${ids.map((id) => `INSERT INTO incident_devices (device_id, incident_id, started_at) VALUES ('${id}', 'inc_${kind}', ${NOW});`).join('')}`

  test('of a device alone, of a part of a site, and of devices that no incident knows', async () => {
    const { reasons } = await reasonsOf(
      incident('device', 'm2', 15, 'm2') + incident('site', 'quay', 20, 'q2', 'q3'),
    )
    expect(reasons).toMatchObject({
      m2: 'Only this screen: 1 other screen at Årsta Mall is online.',
      q2: '2 of 3 screens of The Quayside since 11:40 GMT.',
      q3: '2 of 3 screens of The Quayside since 11:40 GMT.',
      x2: null,
      n1: null,
      q1: null,
    })
  })

  test('of a whole site, by its own clock, and of a device without a site', async () => {
    const devices = [screen('m1', 'mall', 65), screen('m2', 'mall', 65), screen('x', null, 9)]
    const { reasons } = await reasonsOf(
      incident('site', 'mall', 65, 'm1', 'm2') + incident('device', 'x', 9, 'x'),
      devices,
    )
    expect(reasons).toEqual({
      m1: 'All 2 screens of Årsta Mall since 03:55 MST.',
      m2: 'All 2 screens of Årsta Mall since 03:55 MST.',
      x: 'Only this screen.',
    })
  })

  test('of a feed, also as a notice', async () => {
    const part = await reasonsOf(incident('feed', null, 10, 'm2', 'q3'))
    expect(part.reasons['m2']).toBe(`2 of 9 screens have been silent since 04:50 MST: ${MAY_BE_DOWN}.`)
    expect(part.notices).toEqual([`No heartbeat from 2 of 9 screens since 11:50 UTC: ${MAY_BE_DOWN}.`])
    const devices = [
      screen('a', 'mall', 60 * 26),
      screen('b', null, 60 * 26, { timezone: 'America/Phoenix' }),
    ]
    const all = await reasonsOf(incident('feed', null, 60 * 26, 'a', 'b'), devices)
    expect(all.reasons['a']).toBe(`2 of 2 screens have been silent since Jan 14, 03:00 MST: ${MAY_BE_DOWN}.`)
    expect(all.notices).toEqual([`No heartbeat from any screen since Jan 14, 03:00 MST: ${MAY_BE_DOWN}.`])
  })

  test('of a device alone leave out screens that were never connected', async () => {
    const devices = [screen('a', 'quay', 20), screen('b', 'quay', 1), screen('c', 'quay', null)]
    const { reasons } = await reasonsOf(incident('device', 'a', 20, 'a'), devices)
    expect(reasons['a']).toBe('Only this screen: 1 other screen at The Quayside is online.')
    const alone = await reasonsOf(
      incident('device', 'a', 20, 'a'),
      devices.slice(0, 1).concat(devices.slice(2)),
    )
    expect(alone.reasons['a']).toBe('Only this screen.')
  })

  // They belong to their incident until they have been back for a while.
  test('count only what is silent now, and end with the feed when most of it is back', async () => {
    const devices = (back: number) =>
      Array.from({ length: 10 }, (_, n) => screen(`a${n}`, 'quay', n < back ? 0 : 20))
    const ids = devices(0).map(({ id }) => id)
    const feedWith = (back: number) => reasonsOf(incident('feed', null, 20, ...ids), devices(back))
    const few = await feedWith(7)
    expect(few.notices).toEqual([`No heartbeat from 3 of 10 screens since 11:40 GMT: ${MAY_BE_DOWN}.`])
    expect(few.reasons['a9']).toBe(`3 of 10 screens have been silent since 11:40 GMT: ${MAY_BE_DOWN}.`)
    const most = await feedWith(8)
    expect(most.notices).toEqual([])
    expect(most.reasons['a9']).toBe(
      'Went silent separately: 8 of 9 other screens at The Quayside are online.',
    )
    expect((await feedWith(10)).notices).toEqual([])
    const site = await reasonsOf(incident('site', 'quay', 20, ...ids), devices(4))
    expect(site.reasons['a9']).toBe('6 of 10 screens of The Quayside since 11:40 GMT.')
  })

  test.each([
    [4, ['Catching up: no service accepted heartbeats from 11:46 UTC to 11:56 UTC.']],
    [5, []],
  ])('after an absence that ended %s minutes ago', async (minutes, notices) => {
    const endedAt = NOW - minutes * MINUTE_MS
    const sql = `INSERT INTO service_absences (started_at, ended_at) VALUES (${endedAt - 10 * MINUTE_MS}, ${endedAt})`
    expect((await reasonsOf(sql)).notices).toEqual(notices)
  })

  test('after absences that overlap, since the clock was set back between them: as after one', async () => {
    const [from, between, to] = [30, 20, 3].map((minutes) => NOW - minutes * MINUTE_MS)
    const ended = NOW - 2 * MINUTE_MS
    const sql = `INSERT INTO service_absences (started_at, ended_at) VALUES (${from}, ${to}), (${between}, ${ended})`
    expect((await reasonsOf(sql)).notices).toEqual([
      'Catching up: no service accepted heartbeats from 11:30 UTC to 11:58 UTC.',
    ])
  })
})
