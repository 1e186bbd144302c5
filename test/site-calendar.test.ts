import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCalendar } from '../src/device/sites/calendar.ts'
import { closedTimes } from '../src/device/sites/closed-times.ts'
import { DAY_MS } from '../src/lib/time/durations.ts'
import { without } from '../src/lib/time/intervals.ts'
import { hours } from './support/arbitraries.ts'
import { isOpen } from './support/is-open.ts'

const MIDNIGHT = Date.UTC(2026, 2, 28)
const PERIOD = { startMs: MIDNIGHT, endMs: MIDNIGHT + 3 * DAY_MS }
const moment = fc.integer({ min: PERIOD.startMs, max: PERIOD.endMs - 1 })

test('a calendar tells at each moment and in each part of its period what the hours tell', () => {
  fc.assert(
    fc.property(
      hours,
      fc.constantFrom('Europe/Berlin', 'UTC'),
      moment,
      moment,
      (hours, timezone, one, other) => {
        const site = { timezone, hours }
        const calendar = createCalendar(PERIOD, closedTimes(site, PERIOD))
        const part = { startMs: Math.min(one, other), endMs: Math.max(one, other) }
        expect(calendar.isOpen(one)).toBe(isOpen(site, one))
        expect(calendar.closedWithin(part)).toEqual(closedTimes(site, part))
        expect([...calendar.openWithin(part)]).toEqual(without([part], closedTimes(site, part)))
      },
    ),
  )
})

test('a calendar covers its period', () => {
  const { covers } = createCalendar(PERIOD, [])
  expect(covers(PERIOD)).toBe(true)
  expect(covers({ ...PERIOD, startMs: PERIOD.startMs - 1 })).toBe(false)
  expect(covers({ ...PERIOD, endMs: PERIOD.endMs + 1 })).toBe(false)
})
