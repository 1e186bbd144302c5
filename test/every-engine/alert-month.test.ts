import { expect, inject, test } from 'vitest'
import { putMuteStatement } from '../../src/alerts/mutes/queries.ts'
import { DAYS } from '../../src/device/sites/schema.ts'
import { importDocument } from '../../src/documents/import.ts'
import { deleteRows } from '../../src/storage/statements.ts'
import { MINUTE_MS, route } from '../support/alerts.ts'
import { device, KEY } from '../support/documents.ts'
import { type Deed, playMonth, type Silence, type Trouble } from '../support/month.ts'
import { intervalOf, minuteTextOf, timeOf } from '../support/month-steps.ts'
import { startRecorder } from '../support/told.ts'

/*
 * Thirty days of sixty screens, with whatever befalls them and the service, and all that is told of it. Times without a zone are
 * UTC. The expectations are written from the rules, not from what the service says.
 */

const MAY_BE_DOWN = 'their connection to the signage service may be down'
const daily = (from: string, to: string) => ({ windows: [{ days: [...DAYS], from, to }], exceptions: [] })
/** Id, name, time zone, the name of its screens, and hours. There are five screens at each. */
const SITES: readonly (readonly [string, string, string, string, object?])[] = [
  ['quay', 'The Quayside', 'America/Los_Angeles', 'Quay'],
  ['dock', 'Dockside', 'Europe/London', 'Dock', daily('08:00', '22:00')],
  ['gate', 'Airport', 'America/New_York', 'Gate'],
  ['gare', 'Gare du Nord', 'Europe/Paris', 'Gare'],
  ['mart', 'Market Hall', 'America/New_York', 'Stall', daily('09:00', '18:00')],
  ['pier', 'Hafen', 'Europe/Berlin', 'Pier'],
  ['plaza', 'Plaza Mayor', 'Europe/Madrid', 'Plaza'],
  ['tokyo', 'Shibuya', 'Asia/Tokyo', 'Tokyo'],
  ['delhi', 'Connaught Place', 'Asia/Kolkata', 'Delhi'],
  ['lima', 'Miraflores', 'America/Lima', 'Lima'],
  ['sydney', 'Harbour', 'Australia/Sydney', 'Sydney'],
  ['depot', 'Depot', 'UTC', 'Depot'],
]
const NUMBERS = [1, 2, 3, 4, 5]
const idsOf = (site: string) => NUMBERS.map((n) => `${site}${n}`)
const IDS = SITES.flatMap(([site]) => idsOf(site))
/** Screens that send their heartbeats themselves, each at its second. Those of the others come together, by a program. */
const BY_THEMSELVES = ['quay', 'dock', 'gate'].flatMap(idsOf)
const FED = IDS.filter((id) => !BY_THEMSELVES.includes(id))

const screen = (id: string, site: string, name: string, at: string | null) =>
  device(id, { name, site, last_heartbeat_at: at, access: [{ user: 'ops', level: 'update' }] })

/** On PostgreSQL, a week is enough: it takes thirty times as long, and each statement has its own tests on both engines. */
const [BEGINNING, END] = ['10-14 00:00', inject('engine') === 'postgres' ? '10-21 00:00' : '11-13 00:00']
const DOCUMENT = {
  users: [{ id: 'ops', name: 'Operations' }],
  sites: SITES.map(([id, name, timezone, , hours = null]) => ({ id, name, timezone, hours })),
  devices: SITES.flatMap(([site, , , name]) =>
    NUMBERS.map((n) => screen(`${site}${n}`, site, `${name} ${n}`, '2026-10-14T00:00:00Z')),
  ),
  apiKeys: [{ key: KEY, name: 'screens', user: 'ops', scopes: ['device:heartbeat'], menus: [] }],
}

/** Who is told. The owner of the Quayside is told of that site only. */
const FORMATS = { chat: 'slack', pager: 'pagerduty', phone: 'ntfy', owner: 'webhook' } as const

const silent = (who: string | readonly string[], last: string, first: string): Silence => ({
  ids: typeof who === 'string' ? [who] : who,
  last,
  first,
})

/** A screen that is silent for some minutes, again and again. */
const flapping = (id: string, from: string, { times, off, on }: { times: number; off: number; on: number }) =>
  Array.from({ length: times }, (_, n) => {
    const lastAtMs = timeOf(from) + n * (off + on) * MINUTE_MS
    return silent(id, minuteTextOf(lastAtMs), minuteTextOf(lastAtMs + off * MINUTE_MS))
  })

/** Gaps of one to eight minutes, as a bad Wi-Fi makes them: random, but the same each time. */
function badWifi(ids: readonly string[], from: string, to: string): Silence[] {
  let state = 20261031
  const random = (least: number, most: number) => {
    state = (state * 48271) % 2147483647
    return least + (state % (most - least + 1))
  }
  return ids.flatMap((id) => {
    const gaps: Silence[] = []
    for (let atMs = timeOf(from); atMs < timeOf(to); ) {
      const lastAtMs = atMs + random(16, 40) * MINUTE_MS
      atMs = lastAtMs + random(1, 8) * MINUTE_MS
      gaps.push(silent(id, minuteTextOf(lastAtMs), minuteTextOf(atMs)))
    }
    return gaps
  })
}

const [QUAY, DOCK] = [idsOf('quay'), idsOf('dock')]
const SILENCES: readonly Silence[] = [
  silent('plaza2', '10-16 14:00', '10-16 14:50'),
  // Power cuts: of one site, of two within the hour, and one of which most screens come back soon.
  silent(QUAY, '10-17 17:00', '10-17 17:39'),
  silent(idsOf('plaza'), '10-18 09:00', '10-18 10:30'),
  silent(idsOf('pier'), '10-18 09:40', '10-18 11:00'),
  silent(['lima1', 'lima2', 'lima3'], '10-18 14:00', '10-18 14:08'),
  silent(['lima4', 'lima5'], '10-18 14:00', '10-18 16:00'),
  // The program that brings most heartbeats.
  silent(FED, '10-19 15:00', '10-19 15:30'),
  // Screens that are back while nobody can know: the service ends, or is paused, before they are to be told.
  silent('delhi2', '10-20 10:00', '10-20 10:14'),
  silent('pier4', '10-20 13:53', '10-20 14:05'),
  silent('pier2', '10-21 08:00', '10-22 10:00'),
  ...flapping('pier3', '10-23 12:00', { times: 13, off: 6, on: 3 }),
  ...flapping('gare2', '10-23 16:00', { times: 9, off: 6, on: 1 }),
  // The night in which Europe sets its clocks back, also at a site that is closed.
  silent(DOCK, '10-24 21:05', '10-25 07:50'),
  silent('gare3', '10-25 00:30', '10-25 01:40'),
  silent('gare4', '10-25 04:30', '10-25 07:00'),
  silent('depot3', '10-26 06:00', '10-26 09:30'),
  silent('depot4', '10-26 06:13', '10-26 06:22'),
  silent('tokyo2', '10-27 09:00', '10-27 10:00'),
  // Again that program, with a site that stays silent; and a screen of another site that fails later.
  silent(
    FED.filter((id) => !id.startsWith('tokyo')),
    '10-28 15:00',
    '10-28 15:20',
  ),
  silent(idsOf('tokyo'), '10-28 15:00', '10-28 17:00'),
  silent('quay3', '10-28 15:12', '10-28 16:00'),
  // Screens that are switched off at night, of which one stays so; and one that fails just before its site closes.
  silent(
    DOCK.filter((id) => id !== 'dock2'),
    '10-29 22:05',
    '10-30 07:50',
  ),
  silent('dock2', '10-29 22:05', '10-30 09:00'),
  silent('mart4', '10-29 21:52', '10-30 12:00'),
  ...badWifi(idsOf('gate'), '10-31 12:00', '10-31 21:00'),
  // The night in which America does.
  silent('quay2', '11-01 08:30', '11-01 09:50'),
  // During works.
  silent('quay5', '11-02 16:10', '11-02 17:00'),
  silent('quay4', '11-02 16:30', '11-02 20:00'),
  silent('plaza3', '11-03 20:43', '11-04 07:00'),
  silent('sydney1', '11-03 20:44', '11-04 01:00'),
  silent('plaza5', '11-05 10:00', '11-13 00:00'),
  silent('depot6', '11-06 09:00', '11-06 09:10'),
  silent('depot6', '11-07 10:00', '11-07 11:00'),
  // A site of which only some come back.
  silent(['quay1', 'quay3', 'quay4'], '11-08 16:00', '11-08 16:39'),
  silent(['quay2', 'quay5'], '11-08 16:00', '11-08 17:20'),
  // Told before its site closes, and back before it opens.
  silent('dock3', '11-09 20:00', '11-10 07:50'),
  silent(
    DOCK.filter((id) => id !== 'dock3'),
    '11-09 22:05',
    '11-10 07:50',
  ),
  silent('gare5', '11-11 10:00', '11-11 10:17'),
  silent('gare1', '11-11 14:00', '11-11 14:14'),
]

const TROUBLES: readonly Trouble[] = [
  // Two updates, and one while heartbeats come every four minutes.
  { kind: 'ended', from: '10-15 10:00:20', to: '10-15 10:03:20' },
  { kind: 'ended', from: '10-15 12:00:50', to: '10-15 12:10:50' },
  { kind: 'ended', from: '10-15 15:03:50', to: '10-15 15:13:50' },
  { kind: 'ended', from: '10-16 14:07:00', to: '10-16 14:08:30' },
  { kind: 'paused', from: '10-16 18:00:20', to: '10-16 18:07:20' },
  { kind: 'ended', from: '10-20 10:12:10', to: '10-20 10:18:10' },
  { kind: 'paused', from: '10-20 14:00:20', to: '10-20 14:09:20' },
  { kind: 'ended', from: '10-21 19:00:50', to: '10-21 19:04:10' },
  { kind: 'an hour ahead', from: '10-26 06:20:10', to: '10-26 06:40:10' },
  { kind: 'locked', from: '10-27 09:03:10', to: '10-27 09:08:10' },
]

const DEEDS: readonly Deed[] = [
  {
    at: '11-02 16:00',
    does: (database, nowMs) => database.batch([putMuteStatement('site', 'quay', nowMs + 120 * MINUTE_MS)]),
  },
  { at: '11-05 12:00', does: (database) => database.batch(deleteRows('devices', ['plaza5'])) },
  {
    at: '11-06 09:00',
    does: (database) =>
      importDocument(database, {
        users: DOCUMENT.users,
        devices: [screen('depot6', 'depot', 'Depot 6', null)],
      }),
  },
]

/** When receivers answer 500. */
const DOWN = [['chat', ['11-11 10:10', '11-11 10:19:50']]] as const
const downAt = (nowMs: number) =>
  DOWN.filter(([, span]) => intervalOf(span).startMs <= nowMs && nowMs < intervalOf(span).endMs).map(
    ([id]) => id,
  )

type Line = readonly [at: string, text: string]

/** What is told when something begins, and when it is over, and the routes that are. */
type Story = readonly [begins: Line, ends: Line, routes: readonly string[]]

/** The lines that routes get. A pager is not told how something ended, only what. */
function expectedLines(stories: readonly Story[]): string[] {
  return stories
    .flatMap(([begins, ends, routes]) =>
      routes.flatMap((route) => {
        const [beginsAt, opening] = begins
        const [endsAt, ending] = ends
        const isPager = route === 'pager'
        return [
          `${beginsAt} ${route}: ${opening}`,
          `${endsAt} ${route}: ${isPager ? `over: ${opening}` : ending}`,
        ]
      }),
    )
    .sort()
}

const OTHERS = '(4 other screens there are online)'
const ALL = ['chat', 'pager', 'phone']
const AT_QUAY = [...ALL, 'owner']

/** All that is told: when and what, when and what at its end, and to whom. */
const STORIES: readonly Story[] = [
  [
    ['10-16 14:15', `Offline: Plaza 2 at Plaza Mayor, since 16:00 GMT+2 ${OTHERS}`],
    ['10-16 14:52', 'Plaza 2 at Plaza Mayor is back after 50 min, offline since 16:00 GMT+2'],
    ALL,
  ],
  [
    ['10-17 17:10', 'The Quayside: all 5 screens are offline since 10:00 PDT'],
    ['10-17 17:41', 'The Quayside is back after 39 min, offline since 10:00 PDT'],
    AT_QUAY,
  ],
  [
    ['10-18 09:10', 'Plaza Mayor: all 5 screens are offline since 11:00 GMT+2'],
    ['10-18 10:32', 'Plaza Mayor is back after 1 h 30 min, offline since 11:00 GMT+2'],
    ALL,
  ],
  [
    ['10-18 09:50', 'Hafen: all 5 screens are offline since 11:40 GMT+2'],
    ['10-18 11:02', 'Hafen is back after 1 h 20 min, offline since 11:40 GMT+2'],
    ALL,
  ],
  ...['Lima 4', 'Lima 5'].map(
    (name): Story => [
      [
        '10-18 14:15',
        `Offline: ${name} at Miraflores, since 09:00 GMT-5 (3 of 4 other screens there are online)`,
      ],
      ['10-18 16:02', `${name} at Miraflores is back after 2 h, offline since 09:00 GMT-5`],
      ALL,
    ],
  ),
  [
    ['10-19 15:05', `No heartbeat from 45 of 60 screens since 15:00 UTC: ${MAY_BE_DOWN}`],
    ['10-19 15:32', 'Heartbeats are back after 30 min, missing since 15:00 UTC'],
    AT_QUAY,
  ],
  [
    ['10-21 08:15', `Offline: Pier 2 at Hafen, since 10:00 GMT+2 ${OTHERS}`],
    ['10-22 10:02', 'Pier 2 at Hafen is back after 1 d 2 h, offline since Oct 21, 10:00 GMT+2'],
    ALL,
  ],
  [
    ['10-23 12:32', `Unstable: Pier 3 at Hafen, since 14:00 GMT+2 ${OTHERS}`],
    ['10-23 14:54', 'Pier 3 at Hafen is stable again after 1 h 54 min, unstable since 14:00 GMT+2'],
    ALL,
  ],
  [
    ['10-23 16:26', `Unstable: Gare 2 at Gare du Nord, since 18:00 GMT+2 ${OTHERS}`],
    ['10-23 18:02', 'Gare 2 at Gare du Nord is stable again after 1 h 2 min, unstable since 18:00 GMT+2'],
    ALL,
  ],
  [
    ['10-25 00:45', `Offline: Gare 3 at Gare du Nord, since 02:30 GMT+2 ${OTHERS}`],
    ['10-25 01:42', 'Gare 3 at Gare du Nord is back after 1 h 10 min, offline since 02:30 GMT+2'],
    ALL,
  ],
  [
    ['10-25 04:45', `Offline: Gare 4 at Gare du Nord, since 05:30 GMT+1 ${OTHERS}`],
    ['10-25 07:02', 'Gare 4 at Gare du Nord is back after 2 h 30 min, offline since 05:30 GMT+1'],
    ALL,
  ],
  [
    ['10-26 06:15', `Offline: Depot 3 at Depot, since 06:00 UTC ${OTHERS}`],
    ['10-26 09:32', 'Depot 3 at Depot is back after 3 h 30 min, offline since 06:00 UTC'],
    ALL,
  ],
  [
    // What came while nothing could be written is unknown, so it does not count.
    ['10-27 09:23', `Offline: Tokyo 2 at Shibuya, since 18:00 GMT+9 ${OTHERS}`],
    ['10-27 10:02', 'Tokyo 2 at Shibuya is back after 1 h, offline since 18:00 GMT+9'],
    ALL,
  ],
  [
    ['10-28 15:05', `No heartbeat from 45 of 60 screens since 15:00 UTC: ${MAY_BE_DOWN}`],
    [
      '10-28 15:23',
      '40 of 45 screens are back after 20 min, missing since 15:00 UTC; still offline: Tokyo 1, Tokyo 2, Tokyo 3, Tokyo 4 and Tokyo 5',
    ],
    AT_QUAY,
  ],
  // They were just told of as still offline, so this is told as if they had just fallen silent.
  [
    ['10-28 15:28', 'Shibuya: all 5 screens are offline since 00:00 GMT+9'],
    ['10-28 17:02', 'Shibuya is back after 2 h, offline since 00:00 GMT+9'],
    ALL,
  ],
  [
    ['10-28 15:27', `Offline: Quay 3 at The Quayside, since 08:12 PDT ${OTHERS}`],
    ['10-28 16:02', 'Quay 3 at The Quayside is back after 48 min, offline since 08:12 PDT'],
    AT_QUAY,
  ],
  // The delay counts from the opening.
  [
    ['10-30 08:15', `Offline: Dock 2 at Dockside, since Oct 29, 22:05 GMT ${OTHERS}`],
    ['10-30 09:02', 'Dock 2 at Dockside is back after 10 h 55 min, offline since Oct 29, 22:05 GMT'],
    ALL,
  ],
  [
    ['11-01 08:45', `Offline: Quay 2 at The Quayside, since 01:30 PDT ${OTHERS}`],
    ['11-01 09:52', 'Quay 2 at The Quayside is back after 1 h 20 min, offline since 01:30 PDT'],
    AT_QUAY,
  ],
  // The delay counts from the end of the mute.
  [
    ['11-02 18:15', `Offline: Quay 4 at The Quayside, since 08:30 PST ${OTHERS}`],
    ['11-02 20:02', 'Quay 4 at The Quayside is back after 3 h 30 min, offline since 08:30 PST'],
    AT_QUAY,
  ],
  [
    ['11-03 20:58', `Offline: Plaza 3 at Plaza Mayor, since 21:43 GMT+1 ${OTHERS}`],
    ['11-04 07:02', 'Plaza 3 at Plaza Mayor is back after 10 h 17 min, offline since Nov 3, 21:43 GMT+1'],
    ALL,
  ],
  [
    ['11-03 20:59', `Offline: Sydney 1 at Harbour, since 07:44 GMT+11 ${OTHERS}`],
    ['11-04 01:02', 'Sydney 1 at Harbour is back after 4 h 16 min, offline since 07:44 GMT+11'],
    ALL,
  ],
  [
    ['11-05 10:15', `Offline: Plaza 5 at Plaza Mayor, since 11:00 GMT+1 ${OTHERS}`],
    ['11-05 12:00', 'Removed, or set back to never connected: Plaza 5, offline since 10:00 UTC'],
    ALL,
  ],
  [
    ['11-07 10:15', 'Offline: Depot 6 at Depot, since 10:00 UTC (5 other screens there are online)'],
    ['11-07 11:02', 'Depot 6 at Depot is back after 1 h, offline since 10:00 UTC'],
    ALL,
  ],
  [
    ['11-08 16:10', 'The Quayside: all 5 screens are offline since 08:00 PST'],
    [
      '11-08 16:42',
      '3 of 5 screens of The Quayside are back after 39 min, offline since 08:00 PST; still offline: Quay 2 and Quay 5',
    ],
    AT_QUAY,
  ],
  ...['Quay 2', 'Quay 5'].map(
    (name): Story => [
      [
        '11-08 16:52',
        `Offline: ${name} at The Quayside, since 08:00 PST (3 of 4 other screens there are online)`,
      ],
      ['11-08 17:22', `${name} at The Quayside is back after 1 h 20 min, offline since 08:00 PST`],
      AT_QUAY,
    ],
  ),
  [
    ['11-09 20:15', `Offline: Dock 3 at Dockside, since 20:00 GMT ${OTHERS}`],
    ['11-10 07:52', 'Dock 3 at Dockside is back after 11 h 50 min, offline since Nov 9, 20:00 GMT'],
    ALL,
  ],
  // The chat was down until the screen was back.
  [
    ['11-11 10:15', `Offline: Gare 5 at Gare du Nord, since 11:00 GMT+1 ${OTHERS}`],
    ['11-11 10:19', 'Gare 5 at Gare du Nord is back after 17 min, offline since 11:00 GMT+1'],
    ['pager', 'phone'],
  ],
]

/** A month takes a minute of a processor, and most of an hour where many other tests share it. */
const LONGEST_MS = 45 * MINUTE_MS

test('in a month, everything is told in time and in true words, and nothing else is', {
  timeout: LONGEST_MS,
}, async () => {
  let trueMs = 0
  const { told, urlOf, refuses } = await startRecorder(FORMATS, () => trueMs)
  const routes = [
    route('chat', { format: FORMATS.chat, url: urlOf('chat'), token: null }),
    route('pager', { format: FORMATS.pager, url: urlOf('pager'), token: '0123456789abcdef0123456789abcdef' }),
    route('phone', { format: FORMATS.phone, url: urlOf('phone'), token: null }),
    route('owner', { format: FORMATS.owner, url: urlOf('owner'), site_id: 'quay' }),
  ]
  const month = {
    from: BEGINNING,
    to: END,
    document: DOCUMENT,
    routes,
    secondOf: new Map(
      [...IDS, 'depot6'].map((id) => [id, BY_THEMSELVES.includes(id) ? (Number(id.at(-1)) % 2) * 15 : 0]),
    ),
    silences: SILENCES,
    troubles: TROUBLES,
    deeds: DEEDS,
    closely: [
      ['10-15 14:50', '10-15 15:40'],
      ['10-23 14:50', '10-23 15:00'],
      ['10-23 18:00', '10-23 18:10'],
      ['10-30 07:58', '10-30 08:30'],
      ['11-02 17:55', '11-02 18:30'],
    ],
    slowly: ['10-15 14:00', '10-15 16:00'],
  } as const
  await playMonth(month, (nowMs) => {
    trueMs = nowMs
    refuses.clear()
    for (const id of downAt(nowMs)) refuses.add(id)
  })

  const lines = told.map(({ atMs, route, line }) => `${minuteTextOf(atMs)} ${route}: ${line}`)
  expect(lines.sort()).toEqual(expectedLines(STORIES.filter(([[beginsAt]]) => beginsAt < END)))
  // What is told to people at the same time is one message.
  const messages = told.filter(({ route }) => route === 'chat')
  const moments = new Set(messages.map(({ atMs, title }) => `${atMs} ${title}`))
  expect(new Set(messages.map(({ message }) => message)).size).toBe(moments.size)
})
