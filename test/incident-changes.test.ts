import { describe, expect, test } from 'vitest'
import type { OpenIncident, SilentDevice } from '../src/alerts/incidents/incident.ts'
import {
  findIncidentChanges,
  type IncidentChanges,
  type Situation,
} from '../src/alerts/incidents/incident-changes.ts'
import { toIncidents } from '../src/alerts/incidents/returns.ts'

const MINUTE_MS = 60_000
const NOW = 10_000 * MINUTE_MS

/** Devices that fell silent seconds after another, the last one just now. */
function silent(ids: readonly string[], siteId: string | null, secondsBetween = 1): SilentDevice[] {
  return ids.map((deviceId, n) => {
    const noticedAtMs = NOW - (ids.length - 1 - n) * secondsBetween * 1000
    return { deviceId, siteId, startedAtMs: noticedAtMs - 5 * MINUTE_MS, noticedAtMs }
  })
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`)

function decide(
  situation: Partial<Omit<Situation, 'online'>> & { online?: Record<string, number> },
): IncidentChanges {
  const { online = {}, ...rest } = situation
  const all = Object.values(online).reduce((sum, count) => sum + count, 0)
  return findIncidentChanges({
    nowMs: NOW,
    silent: [],
    incidents: [],
    isClosed: () => false,
    isCatchingUp: false,
    online: { all, ofSite: (id) => online[id] ?? 0 },
    ...rest,
  })
}

const opened = ({ opened }: IncidentChanges) =>
  opened.map(({ kind, subjectId, devices }) => `${kind} ${subjectId ?? '-'} ${devices.length}`)

/** An incident of these devices, of which the first ones have come back. */
function incident(
  kind: OpenIncident['kind'],
  devices: readonly SilentDevice[],
  more: Partial<OpenIncident> = {},
  returnedMs: readonly number[] = [],
): OpenIncident {
  const [first] = devices
  const subjectId = kind === 'feed' ? null : ((kind === 'site' ? first?.siteId : first?.deviceId) ?? null)
  return {
    id: `${kind}-${subjectId}`,
    kind,
    subjectId,
    openedAtMs: NOW,
    hasMessage: false,
    notReturned: devices.slice(returnedMs.length).map((device) => ({ ...device, onlineSinceMs: undefined })),
    returned: {
      count: returnedMs.length,
      firstAtMs: Math.min(...returnedMs),
      lastAtMs: Math.max(...returnedMs),
    },
    ...more,
  }
}

describe('silent devices are', () => {
  test.each([
    ['one of many at its site: alone', silent(['a'], 's'), { s: 3 }, ['device a 1']],
    ['the only one of its site: alone', silent(['a'], 's'), { t: 9 }, ['device a 1']],
    ['two of two: the site', silent(['a', 'b'], 's'), { t: 9 }, ['site s 2']],
    ['four of five: the site', silent(names('a', 4), 's'), { s: 1, t: 90 }, ['site s 4']],
    [
      'three of four: alone',
      silent(names('a', 3), 's'),
      { s: 1, t: 90 },
      ['device a0 1', 'device a1 1', 'device a2 1'],
    ],
    ['without a site: alone', silent(['a', 'b'], null), { t: 9 }, ['device a 1', 'device b 1']],
    ['two minutes apart: the site', silent(['a', 'b'], 's', 120), { t: 9 }, ['site s 2']],
    ['more than that: alone', silent(['a', 'b'], 's', 121), { t: 9 }, ['device a 1', 'device b 1']],
    [
      'three of ten of the fleet: fewer than five',
      silent(names('a', 3), null),
      { t: 7 },
      names('device a', 3).map((one) => `${one} 1`),
    ],
    [
      'six of twenty: the feed',
      [...silent(names('a', 3), 's'), ...silent(names('b', 3), 'r')],
      { t: 14 },
      ['feed - 6'],
    ],
    [
      'six of 21: their sites',
      [...silent(names('a', 3), 's'), ...silent(names('b', 3), 'r')],
      { t: 15 },
      ['site s 3', 'site r 3'],
    ],
  ])('%s', (_, devices, online, expected) => {
    expect(opened(decide({ silent: devices, online }))).toEqual(expected)
  })

  test('sites, however long ago that was, but no feed if it was more than three minutes ago', () => {
    const devices = [...silent(names('a', 3), 's'), ...silent(names('b', 3), 'r')]
    const longAgo = devices.map((one) => ({ ...one, noticedAtMs: one.noticedAtMs - 4 * MINUTE_MS }))
    expect(opened(decide({ silent: devices }))).toEqual(['feed - 6'])
    expect(opened(decide({ silent: longAgo }))).toEqual(['site s 3', 'site r 3'])
  })
})

test.each([
  ['one site', silent(names('a', 5), 's'), ['site s 5']],
  [
    'one site, and one screen elsewhere',
    [...silent(names('a', 5), 's'), ...silent(['b'], 'r')],
    ['site s 5', 'device b 1'],
  ],
  ['two of another as well', [...silent(names('a', 5), 's'), ...silent(['b', 'c'], 'r')], ['feed - 7']],
  ['screens without a site', silent(names('a', 5), null), ['feed - 5']],
])('a third of the fleet is the feed only if it is more than one site: %s', (_, devices, expected) => {
  expect(opened(decide({ silent: devices, online: { r: 3, t: 7 } }))).toEqual(expected)
})

test('what takes the place of an incident that nobody was told of was opened when that was, and else it begins now', () => {
  const untold = incident('device', silent(['a'], 's'), { openedAtMs: NOW - 2 * MINUTE_MS })
  const wider = decide({ silent: silent(['b'], 's'), incidents: [untold], online: { u: 9 } })
  expect(wider.opened).toMatchObject([{ subjectId: 's', openedAtMs: NOW - 2 * MINUTE_MS }])
  const times = { openedAtMs: NOW - 6 * MINUTE_MS }
  const returned = Array(2).fill(NOW - 4 * MINUTE_MS)
  const rest = (hasMessage: boolean) =>
    decide({
      incidents: [incident('site', silent(names('b', 4), 't'), { ...times, hasMessage }, returned)],
      online: { t: 2, u: 9 },
    }).opened.map(({ openedAtMs }) => NOW - openedAtMs)
  expect(rest(false)).toEqual([6 * MINUTE_MS, 6 * MINUTE_MS])
  expect(rest(true)).toEqual([0, 0])
})

test('a device that is online again is no part of a new wider incident, also before it counts as returned', () => {
  const back = ['s', 't', 'u', 'v'].flatMap((site) =>
    silent([`d-${site}`], site).map((device) =>
      incident('device', [device], { notReturned: [{ ...device, onlineSinceMs: NOW - 30_000 }] }),
    ),
  )
  const changes = decide({
    silent: silent(['a'], 'r'),
    incidents: back,
    online: { r: 7, s: 1, t: 1, u: 1, v: 1 },
  })
  expect([opened(changes), changes.dropped]).toEqual([['device a 1'], []])
})

describe('a wider incident', () => {
  test('takes the place of narrower ones that nobody was told of', () => {
    const [first, second] = [silent(['a'], 's'), silent(['b'], 's')]
    const told = incident('device', silent(['c'], 's'), { hasMessage: true })
    const incidents = [incident('device', first), told]
    const changes = decide({ silent: second, incidents, online: { t: 9 } })
    expect(opened(changes)).toEqual(['site s 2'])
    expect(changes.dropped).toEqual(['device-a'])
  })

  test('that is a feed takes the place of sites, too', () => {
    const site = incident('site', silent(names('a', 4), 's'))
    const changes = decide({ silent: silent(names('b', 4), 'r'), incidents: [site], online: { t: 9 } })
    expect(opened(changes)).toEqual(['feed - 8'])
    expect(changes.dropped).toEqual([site.id])
    const told = { ...site, hasMessage: true }
    const beside = decide({ silent: silent(names('b', 4), 'r'), incidents: [told], online: { t: 9 } })
    expect(opened(beside)).toEqual(['site r 4'])
  })

  test.each([
    ['within five minutes joins its site', 'site', 299_000, 1],
    ['later is alone', 'site', 301_000, 0],
    ['within five minutes joins the feed', 'feed', 299_000, 1],
    ['later than the feed is alone', 'feed', 301_000, 0],
  ] as const)('a device that falls silent %s', (_, kind, openedAgoMs, joined) => {
    const open = incident(kind, silent(['a', 'b'], 's'), { openedAtMs: NOW - openedAgoMs })
    const changes = decide({ silent: silent(['c'], 's'), incidents: [open], online: { t: 99 } })
    expect(changes.joined).toHaveLength(joined)
    expect(changes.opened).toHaveLength(1 - joined)
  })
})

test('nothing is over while devices may not have reported since a service was away, unless all are back', () => {
  const longAgo = [NOW - 40 * MINUTE_MS, NOW - 40 * MINUTE_MS]
  const site = incident('site', silent(names('a', 4), 's'), { hasMessage: true }, longAgo)
  const feed = incident('feed', silent(names('b', 10), 't'), { hasMessage: true }, longAgo)
  const back = incident('device', silent(['c'], 'u'), {}, [NOW])
  const changes = decide({ incidents: [site, feed, back], isCatchingUp: true })
  expect(changes.ended.map(({ id }) => id)).toEqual([back.id])
  expect(changes.opened).toEqual([])
})

test('devices that would join a site that becomes part of the feed at the same moment join the feed next time', () => {
  const site = incident('site', silent(names('a', 4), 's'))
  const others = [...silent(names('b', 5), 'r'), ...silent(names('c', 5), 't')]
  const changes = decide({ silent: [...silent(['a4'], 's'), ...others], incidents: [site] })
  expect(opened(changes)).toEqual(['feed - 14'])
  expect([changes.joined, changes.dropped]).toEqual([[], [site.id]])
  const feed = incident('feed', changes.opened[0]?.devices ?? [])
  const next = decide({ silent: silent(['a4'], 's'), incidents: [feed] })
  expect(next.joined.map(({ incidentId }) => incidentId)).toEqual([feed.id])
})

test('devices join the latest feed', () => {
  const [older, newer] = [NOW - 60_000, NOW - 30_000].map((openedAtMs, n) =>
    incident('feed', silent(names('a', 5), 's'), { openedAtMs, id: `feed-${n}`, hasMessage: true }),
  )
  const changes = decide({
    silent: silent(['b'], 'r'),
    incidents: [older, newer].flatMap((one) => one ?? []),
  })
  expect(changes.joined.map(({ incidentId }) => incidentId)).toEqual(['feed-1'])
})

describe('an incident ends', () => {
  /** No other device has come back for three minutes. */
  const SETTLED = NOW - 3 * MINUTE_MS

  test.each([
    ['device', 1, 0, false],
    ['device', 1, 1, true],
    ['site', 4, 1, false],
    ['site', 4, 2, true],
    ['feed', 10, 7, false],
    ['feed', 10, 8, true],
    ['site', 0, 0, true],
  ] as const)('that is a %s of %i of which %i are back: %s', (kind, size, back, isOver) => {
    const returned = Array.from({ length: back }, (_, n) => SETTLED - n * 1000)
    const open = incident(kind, silent(names('a', size), 's'), { hasMessage: true }, returned)
    const { ended } = decide({ incidents: [open], online: { t: 99 } })
    expect(ended).toEqual(isOver ? [{ id: open.id, endedAtMs: back > 0 ? SETTLED : NOW }] : [])
  })

  test.each([
    [
      'later than three minutes after the last return, while some are silent',
      NOW - 179_000,
      undefined,
      false,
    ],
    ['not while one is online that has not stayed', SETTLED, NOW - 30_000, false],
    ['then', SETTLED, undefined, true],
  ] as const)('%s', (_, returnedMs, onlineSinceMs, isOver) => {
    const silentOnes = silent(['c', 'd'], 's').map((device) => ({ ...device, onlineSinceMs }))
    const more = { hasMessage: true, notReturned: silentOnes }
    const open = incident('site', silent(['c', 'd'], 's'), more, [returnedMs, returnedMs])
    expect(decide({ incidents: [open], online: { t: 99 } }).ended).toHaveLength(isOver ? 1 : 0)
  })

  test('at once, if all are back', () => {
    const open = incident('site', silent(['a', 'b'], 's'), {}, [NOW, NOW])
    expect(decide({ incidents: [open] }).ended).toEqual([{ id: open.id, endedAtMs: NOW }])
  })

  test('and what is still silent has one of its own', () => {
    const open = incident('site', silent(names('a', 4), 's'), { hasMessage: true }, [SETTLED, SETTLED])
    expect(opened(decide({ incidents: [open], online: { s: 2, t: 99 } }))).toEqual([
      'device a2 1',
      'device a3 1',
    ])
  })

  test('that is a feed half an hour after the first devices are back: the others are their sites', () => {
    const devices = [...silent(['x'], 'r'), ...silent(names('a', 6), 's')]
    const times = { openedAtMs: NOW - 40 * MINUTE_MS, hasMessage: true }
    const open = incident('feed', devices, times, [NOW - 31 * MINUTE_MS])
    const changes = decide({ incidents: [open], online: { r: 1 } })
    expect(changes.ended).toHaveLength(1)
    expect(opened(changes)).toEqual(['site s 6'])
  })

  test('without a trace if its site closes before somebody is told, and not if somebody was', () => {
    const isClosed = (id: string) => id === 's'
    const untold = incident('device', silent(['a'], 's'))
    const told = incident('device', silent(['b'], 's'), { hasMessage: true })
    const elsewhere = incident('device', silent(['c'], null))
    const changes = decide({ incidents: [untold, told, elsewhere], isClosed })
    expect(changes.dropped).toEqual([untold.id])
    expect([changes.ended, changes.opened]).toEqual([[], []])
  })
})

test('all devices of a very large fleet can return at once', () => {
  const feed = { id: 'i', kind: 'feed', subject_id: null, opened_at: 0 } as const
  const flags = { has_message: 1, is_unstable: 0 } as const
  const none = { returned: 0, first_returned_at: null, last_returned_at: null }
  const returns = Array.from({ length: 200_000 }, (_, n) => ({ deviceId: `d${n}`, incidentId: 'i', atMs: n }))
  const [incident] = toIncidents([{ ...feed, ...flags, ...none }], [], returns, NOW)
  expect(incident?.returned).toEqual({ count: 200_000, firstAtMs: 0, lastAtMs: 199_999 })
})
