import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { closedTimes } from '../src/device/sites/closed-times.ts'
import { DAYS, type Hours } from '../src/device/sites/schema.ts'
import { HOUR_MS, MINUTE_MS } from '../src/lib/time/durations.ts'
import { hours } from './support/arbitraries.ts'
import { isOpen } from './support/is-open.ts'

const daily = (from: string, to: string): Hours => ({
  windows: [{ days: [...DAYS], from, to }],
  exceptions: [],
})

const closedAt = (timezone: string, hours: Hours | null, from: string, to: string) =>
  closedTimes({ timezone, hours }, { startMs: Date.parse(from), endMs: Date.parse(to) }).map((closed) =>
    [closed.startMs, closed.endMs].map((atMs) => new Date(atMs).toISOString().slice(5, 16)),
  )

describe('the times in which a site is closed', () => {
  test('are none without hours, and all without windows', () => {
    const period = ['2026-06-01T10:00Z', '2026-06-02T10:00Z'] as const
    expect(closedAt('UTC', null, ...period)).toEqual([])
    expect(closedAt('UTC', { windows: [], exceptions: [] }, ...period)).toEqual([
      ['06-01T10:00', '06-02T10:00'],
    ])
  })

  test('begin and end by the clocks at the site, also on the day on which they change', () => {
    // On 29 March, clocks in Berlin go from 2:00 to 3:00.
    expect(
      closedAt('Europe/Berlin', daily('02:30', '22:00'), '2026-03-28T12:00Z', '2026-03-30T12:00Z'),
    ).toEqual([
      ['03-28T21:00', '03-29T01:00'],
      ['03-29T20:00', '03-30T00:30'],
    ])
  })

  test('are cut to the period, and none if it is empty', () => {
    expect(closedAt('UTC', daily('06:00', '12:00'), '2026-06-01T14:00Z', '2026-06-01T15:00Z')).toEqual([
      ['06-01T14:00', '06-01T15:00'],
    ])
    expect(closedAt('UTC', daily('06:00', '12:00'), '2026-06-01T14:00Z', '2026-06-01T14:00Z')).toEqual([])
  })

  test('are found without reading the clocks of a zone again, for the last 200 zones and dates', () => {
    const readClock = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    const find = (_: unknown, day: number) =>
      closedTimes(
        { timezone: 'UTC', hours: daily('06:00', '12:00') },
        { startMs: day * 24 * HOUR_MS, endMs: (day + 1) * 24 * HOUR_MS },
      )
    const found = Array.from({ length: 200 }, find)
    readClock.mockClear()
    expect(Array.from(found, find)).toEqual(found)
    expect(readClock).not.toHaveBeenCalled()
    readClock.mockRestore()
  })

  test('agree with what is open at each minute, around changes of the clocks', () => {
    const zones = [
      'Europe/Berlin',
      'America/Santiago',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/St_Johns',
    ]
    const starts = ['2026-03-27T20:00Z', '2026-10-24T08:00Z', '2026-04-03T11:00Z', '2026-09-05T01:00Z']
    fc.assert(
      fc.property(
        hours,
        fc.constantFrom(...zones),
        fc.constantFrom(...starts),
        fc.integer({ min: 1, max: 60 }),
        (hours, timezone, start, lengthHours) => {
          const period = { startMs: Date.parse(start), endMs: Date.parse(start) + lengthHours * HOUR_MS }
          const closed = closedTimes({ timezone, hours }, period)
          for (let atMs = period.startMs; atMs < period.endMs; atMs += 5 * MINUTE_MS + 7_000) {
            const isClosed = closed.some(({ startMs, endMs }) => startMs <= atMs && atMs < endMs)
            expect(isClosed, new Date(atMs).toISOString()).toBe(!isOpen({ timezone, hours }, atMs))
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
