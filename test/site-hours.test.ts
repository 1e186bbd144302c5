import { describe, expect, onTestFinished, test } from 'vitest'
import { closedTimes } from '../src/device/sites/closed-times.ts'
import { DAYS, type Day, type Hours } from '../src/device/sites/schema.ts'

const BERLIN = 'Europe/Berlin'
const DENVER = 'America/Denver'
const weekdays: Day[] = ['mon', 'tue', 'wed', 'thu', 'fri']

function weekly(days: readonly Day[], from: string, to: string) {
  return { days: [...days], from, to }
}

function hours(windows: Hours['windows'], ...exceptions: Hours['exceptions']): Hours {
  return { windows, exceptions }
}

/** Whether a site is open at instants with an offset, one after another. */
function openAt(timezone: string, hours: Hours | null, ...instants: string[]): boolean[] {
  return instants.map((instant) => {
    const atMs = Date.parse(instant)
    return closedTimes({ timezone, hours }, { startMs: atMs, endMs: atMs + 1 }).length === 0
  })
}

test('a site without hours is always open, and one without windows never', () => {
  expect(openAt(BERLIN, null, '2026-06-01T03:00+02:00')).toEqual([true])
  expect(openAt(BERLIN, hours([]), '2026-06-01T12:00+02:00')).toEqual([false])
})

describe('a window', () => {
  test('begins with its first minute and ends before its last, to the millisecond', () => {
    const breakfast = hours([weekly(['mon'], '06:00', '11:00')])
    const edges = ['05:59:59.999', '06:00:00', '10:59:59.999', '11:00:00']
    const instants = edges.map((time) => `2026-06-01T${time}+02:00`)
    expect(openAt(BERLIN, breakfast, ...instants)).toEqual([false, true, true, false])
  })

  test('is on its days only, which are those at the site', () => {
    const lunch = hours([weekly(weekdays, '11:00', '15:00')])
    // From Monday to Sunday.
    const noons = [1, 2, 3, 4, 5, 6, 7].map((day) => `2026-06-0${day}T12:00+02:00`)
    expect(openAt(BERLIN, lunch, ...noons)).toEqual([true, true, true, true, true, false, false])
    // In Auckland, it is Monday while it is still Sunday in UTC.
    const auckland = hours([weekly(['mon'], '06:00', '11:00')])
    expect(openAt('Pacific/Auckland', auckland, '2026-05-31T19:00Z', '2026-06-01T19:00Z')).toEqual([
      true,
      false,
    ])
  })

  test.each([
    ['00:00', '24:00'],
    ['00:00', '00:00'],
  ])('from %s to %s is a whole day', (from, to) => {
    const monday = hours([weekly(['mon'], from, to)])
    const edges = ['05-31T23:59:59.999', '06-01T00:00:00', '06-01T23:59:59.999', '06-02T00:00:00']
    const instants = edges.map((edge) => `2026-${edge}+02:00`)
    expect(openAt(BERLIN, monday, ...instants)).toEqual([false, true, true, false])
  })
})

describe('a window that ends on the next day', () => {
  const bar = hours([weekly(['sat'], '18:00', '02:00')])

  test('belongs to the day on which it begins', () => {
    // 6 June is a Saturday.
    const instants = ['06T01:00', '06T17:59', '06T18:00', '07T00:00', '07T01:59', '07T02:00', '07T18:00']
    const times = instants.map((instant) => `2026-06-${instant}+02:00`)
    expect(openAt(BERLIN, bar, ...times)).toEqual([false, false, true, true, true, false, false])
  })
})

describe('an exception', () => {
  const daily = [weekly([...DAYS], '10:00', '02:00')]

  test('without windows closes the date, but not what began on the day before', () => {
    const christmas = hours(daily, { date: '2026-12-25', windows: [] })
    const instants = ['25T01:59', '25T02:00', '25T12:00', '26T01:00', '26T12:00']
    const times = instants.map((instant) => `2026-12-${instant}+01:00`)
    expect(openAt(BERLIN, christmas, ...times)).toEqual([true, false, false, false, true])
  })

  test('of both dates: the windows of the day before go on, and those of the week count for neither', () => {
    const both = hours(
      daily,
      { date: '2026-12-24', windows: [{ from: '22:00', to: '01:00' }] },
      { date: '2026-12-25', windows: [{ from: '15:00', to: '18:00' }] },
    )
    const instants = ['24T12:00', '25T00:30', '25T01:30', '25T16:00', '25T20:00', '26T01:00']
    const times = instants.map((instant) => `2026-12-${instant}+01:00`)
    expect(openAt(BERLIN, both, ...times)).toEqual([false, true, false, true, false, false])
  })
})

// In Berlin, 02:00 to 03:00 is skipped on 29 March 2026 and repeated on 25 October; in Denver on 8 March and 1 November.
describe('when the clocks change', () => {
  test.each([
    [BERLIN, '2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00Z'],
    [DENVER, '2026-03-08T08:59:59.999Z', '2026-03-08T09:00:00Z'],
  ])('in %s, a boundary that is skipped takes effect right after it', (timezone, before, after) => {
    const night = hours([weekly(['sun'], '00:00', '02:30')])
    const morning = hours([weekly(['sun'], '02:30', '11:00')])
    const skipped = hours([weekly(['sun'], '02:10', '02:50')])
    expect(openAt(timezone, night, before, after)).toEqual([true, false])
    expect(openAt(timezone, morning, before, after)).toEqual([false, true])
    expect(openAt(timezone, skipped, before, after)).toEqual([false, false])
  })

  test.each([
    [BERLIN, ['00:15', '00:45', '01:15', '01:45', '02:00'].map((time) => `2026-10-25T${time}Z`)],
    [DENVER, ['07:15', '07:45', '08:15', '08:45', '09:00'].map((time) => `2026-11-01T${time}Z`)],
  ])('in %s, an hour that is repeated is in a window both times', (timezone, instants) => {
    const half = hours([weekly(['sun'], '02:30', '03:00')])
    const first = hours([weekly(['sun'], '01:30', '02:00')])
    const isDenver = timezone === DENVER
    expect(openAt(timezone, isDenver ? first : half, ...instants)).toEqual([false, true, false, true, false])
  })

  test('a midnight that is skipped ends and begins the day all the same', () => {
    // In Santiago, 6 September 2026 begins at 01:00.
    const late = hours([weekly(['sat'], '18:00', '00:30')])
    const sunday = hours([weekly(['sun'], '00:00', '24:00')])
    const instants = ['2026-09-06T03:59:59Z', '2026-09-06T04:00:00Z']
    expect(openAt('America/Santiago', late, ...instants)).toEqual([true, false])
    expect(openAt('America/Santiago', sunday, ...instants)).toEqual([false, true])
  })
})

test('the time zone of this machine makes no difference', () => {
  const before = process.env['TZ']
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })
  const lunch = hours([weekly(['mon'], '11:00', '15:00')])
  for (const timeZone of ['Pacific/Honolulu', 'Pacific/Kiritimati']) {
    process.env['TZ'] = timeZone
    expect(openAt(BERLIN, lunch, '2026-05-31T12:00+02:00', '2026-06-01T12:00+02:00')).toEqual([false, true])
  }
})
