import { expect, test } from 'vitest'
import { timeInWords } from '../src/lib/time/in-words.ts'
import { isTimeZone } from '../src/lib/time/time-zone.ts'
import { offsetMinutes } from '../src/lib/time/zone-clock.ts'

test.each([
  ['2026-11-24T10:02:00Z', '10:02 UTC'],
  ['2026-01-02T10:02:00Z', 'Jan 2, 10:02 UTC'],
  ['2025-11-24T10:02:00Z', 'Nov 24, 2025, 10:02 UTC'],
])('on 24 November 2026, %s is %s', (time, words) => {
  expect(timeInWords(Date.parse(time), 'UTC', Date.parse('2026-11-24T12:00:00Z'))).toBe(words)
})

test('names of time zones have their exact spelling, also those that are aliases', () => {
  const aliases = 'Asia/Kolkata Europe/Kyiv US/Pacific Etc/GMT+1 Etc/UTC UTC NZ-CHAT'.split(' ')
  const names = [...Intl.supportedValuesOf('timeZone'), ...aliases]
  expect(names.filter((name) => !isTimeZone(name))).toEqual([])
  const misspelt = 'asia/kolkata us/pacific europe/kyiv etc/utc EUROPE/PARIS Asia/kolkata'.split(' ')
  expect(misspelt.filter(isTimeZone)).toEqual([])
})

test('the offset of a time zone does not depend on the second', () => {
  for (const second of [0, 29, 31, 59.999])
    expect(offsetMinutes('Europe/Paris', Date.UTC(2026, 0, 1, 0, 0, second))).toBe(60)
})
