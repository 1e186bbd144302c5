import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type HistoryFacts, outagesOf, uptimeOf } from '../src/device/outages/history.ts'
import { createUptimeFormat } from '../src/device/outages/uptime-text.ts'
import { HOUR_MS, MINUTE_MS } from '../src/lib/time/durations.ts'
import { durationOf, type Interval, merged, within, without } from '../src/lib/time/intervals.ts'

const NOW = 1_000 * HOUR_MS
const minutesAgo = (minutes: number) => NOW - minutes * MINUTE_MS
const ago = (from: number, to: number): Interval => ({ startMs: minutesAgo(from), endMs: minutesAgo(to) })

/** A device that was heard of a minute ago, and is known for 100 days. */
const device = (facts: Partial<HistoryFacts> = {}): HistoryFacts => ({
  lastHeartbeatAtMs: minutesAgo(1),
  recordedSinceMs: minutesAgo(100 * 24 * 60),
  pastSilences: [],
  closed: [],
  ...facts,
})
const DAY = ago(24 * 60, 0)

describe('intervals', () => {
  /** Whole minutes in which something is so, as a set: what the functions must agree with. */
  const minutesOf = (intervals: readonly Interval[]) =>
    new Set(
      intervals.flatMap(({ startMs, endMs }) =>
        Array.from({ length: (endMs - startMs) / MINUTE_MS }, (_, n) => startMs / MINUTE_MS + n),
      ),
    )
  const interval = fc
    .tuple(fc.nat(60), fc.integer({ min: 1, max: 20 }))
    .map(([start, length]) => ({ startMs: start * MINUTE_MS, endMs: (start + length) * MINUTE_MS }))
  const separate = fc.array(interval, { maxLength: 6 }).map(merged)

  test('are joined, cut and subtracted as sets of minutes are', () => {
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 6 }), separate, interval, (any, others, period) => {
        expect(minutesOf(merged(any))).toEqual(minutesOf(any))
        expect(durationOf(merged(any))).toBe(minutesOf(any).size * MINUTE_MS)
        expect(minutesOf(within(others, period))).toEqual(
          new Set([...minutesOf(others)].filter((minute) => minutesOf([period]).has(minute))),
        )
        expect(minutesOf(without(merged(any), others))).toEqual(
          new Set([...minutesOf(any)].filter((minute) => !minutesOf(others).has(minute))),
        )
      }),
    )
  })
})

describe('an outage', () => {
  /** When the outage began that lasts; undefined if none does. */
  const lastingSince = (facts: HistoryFacts, absences: readonly Interval[] = []) =>
    outagesOf(facts, absences, NOW).find(({ endedAtMs }) => endedAtMs === null)?.startedAtMs

  test.each([
    ['a heartbeat five minutes ago', { lastHeartbeatAtMs: NOW - 300_000 }, undefined],
    ['a heartbeat a little longer ago', { lastHeartbeatAtMs: NOW - 300_001 }, NOW - 300_001],
    ['a heartbeat in the future', { lastHeartbeatAtMs: NOW + HOUR_MS }, undefined],
    ['no heartbeat ever', { lastHeartbeatAtMs: null }, undefined],
  ])('that lasts, after %s', (_, facts, startMs) => {
    expect(lastingSince(device(facts))).toBe(startMs)
  })

  test.each([
    ['wholly', ago(12, 1), undefined],
    ['but for five minutes', ago(9, 1), undefined],
    ['but for five minutes before and five after', ago(8, 5), undefined],
    ['but for more than five minutes before', ago(7, 3), minutesAgo(13)],
    ['but for more than five minutes after', ago(12, 6), minutesAgo(13)],
  ])('while no service was there %s', (_, absence, startMs) => {
    const facts = device({ lastHeartbeatAtMs: minutesAgo(13) })
    expect(lastingSince(facts, [absence])).toBe(startMs)
    const over = device({ pastSilences: [ago(13, 0)], lastHeartbeatAtMs: NOW })
    expect(outagesOf(over, [absence], NOW).map((outage) => outage.startedAtMs)).toEqual(
      startMs === undefined ? [] : [startMs],
    )
    expect(uptimeOf(over, [absence], DAY) === 100).toBe(startMs === undefined)
  })

  test.each([
    ['wholly', ago(13, 0), undefined],
    ['but for five minutes', ago(8, 0), undefined],
    ['but for more than five minutes', ago(7, 0), minutesAgo(13)],
  ])('while its site was closed %s', (_, closed, startMs) => {
    const facts = device({ lastHeartbeatAtMs: minutesAgo(13), closed: [closed] })
    expect(lastingSince(facts)).toBe(startMs)
    const over = device({ pastSilences: [ago(13, 0)], closed: [closed], lastHeartbeatAtMs: NOW })
    expect(outagesOf(over, [], NOW).map((outage) => outage.startedAtMs)).toEqual(
      startMs === undefined ? [] : [startMs],
    )
  })

  test('is one with the next if the device was online for less than two minutes between them', () => {
    const facts = device({
      lastHeartbeatAtMs: minutesAgo(20),
      pastSilences: [ago(90, 80), ago(78, 60), ago(59, 50), ago(49, 21)],
    })
    expect(outagesOf(facts, [], NOW)).toEqual([
      { startedAtMs: minutesAgo(78), endedAtMs: null, interruptions: 3 },
      { startedAtMs: minutesAgo(90), endedAtMs: minutesAgo(80), interruptions: 0 },
    ])
  })
})

describe('the uptime', () => {
  test.each<[string, Partial<HistoryFacts>, Interval[], Interval[], number | null]>([
    ['is 100 only without any outage', {}, [], [], 100],
    ['is rounded down', { pastSilences: [{ startMs: NOW - 354_300, endMs: NOW }] }, [], [], 99.58],
    ['contains an outage that lasts', { lastHeartbeatAtMs: minutesAgo(144) }, [], [], 90],
    ['contains of an outage what lies in the period', { pastSilences: [ago(48 * 60, 12 * 60)] }, [], [], 50],
    ['is not rounded below its exact value', { pastSilences: [ago(1440 * 0.43, 0)] }, [], [], 57],
    ['is 0 if the device was silent all the time', { lastHeartbeatAtMs: minutesAgo(48 * 60) }, [], [], 0],
    ['does not contain what is unknown', { pastSilences: [ago(120, 60)] }, [ago(150, 60)], [], 100],
    ['nor when its site was closed', { pastSilences: [ago(240, 120)] }, [], [ago(240, 180)], 95.65],
    ['nor both twice', { pastSilences: [ago(240, 120)] }, [ago(240, 180)], [ago(230, 180)], 95.65],
    [
      'begins with the first heartbeat',
      { recordedSinceMs: minutesAgo(100), pastSilences: [ago(60, 50)] },
      [],
      [],
      90,
    ],
    ['is none in the first hour', { recordedSinceMs: minutesAgo(59) }, [], [], null],
    ['is none without any heartbeat', { recordedSinceMs: null, lastHeartbeatAtMs: null }, [], [], null],
  ])('%s', (_, facts, absences, closed, percent) => {
    expect(uptimeOf(device({ ...facts, closed }), absences, DAY)).toBe(percent)
  })
})

test.each([
  [0, 'en', '0.00 %'],
  [0.57, 'en', '0.57 %'],
  [99.6, 'en', '99.60 %'],
  [99.99, 'en', '99.99 %'],
  [100, 'en', '100 %'],
  [99.6, ['de-DE', 'en'], '99,60 %'],
])('the uptime %f reads, in %j, %s', (uptime, languages, text) => {
  expect(createUptimeFormat(languages)(uptime)).toBe(text)
})
