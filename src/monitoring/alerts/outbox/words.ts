import { escapeControlCharacters } from '../../../lib/text/escape-control-characters.ts'
import { MINUTE_MS } from '../../../lib/time/durations.ts'
import { MOST_NAMED } from '../body.ts'

const LONGEST_NAME = 100

/** A name on one line, and not longer than one. */
export function shortName(name: string): string {
  const characters = [...escapeControlCharacters(name)]
  return characters.length <= LONGEST_NAME
    ? characters.join('')
    : `${characters.slice(0, LONGEST_NAME - 1).join('')}…`
}

/** Names in a sentence: `A, B and C`, or the first ones and how many more there are. */
export function joinNames(names: readonly string[], total: number): string {
  const shown = names.slice(0, MOST_NAMED).map(shortName)
  const parts = total > shown.length ? [...shown, `${inWords(total - shown.length)} more`] : shown
  const last = parts.pop() ?? ''
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}

/** A number as people write it: `2,400`. */
export function inWords(number: number): string {
  return number.toLocaleString('en')
}

/** A number with its noun: `1 screen`, `15 screens`. */
export function screens(number: number): string {
  return `${inWords(number)} screen${number === 1 ? '' : 's'}`
}

/** How long something took: `34 min`, `2 h 14 min` or `3 d 2 h`. */
export function durationInWords(durationMs: number): string {
  const minutes = Math.max(1, Math.round(durationMs / MINUTE_MS))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`
  return `${rest} min`
}

/** A time as clocks in a time zone show it, with the date if that is not the one of today: `Nov 24, 10:02 PST`. */
export function timeInWords(timeMs: number, timeZone: string, nowMs: number): string {
  const dates = new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric' })
  const times = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  const date = dates.format(timeMs)
  const time = times.format(timeMs)
  return date === dates.format(nowMs) ? time : `${date}, ${time}`
}
