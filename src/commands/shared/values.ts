import { InvalidArgumentError } from 'commander'
import { UsageError } from '../../lib/command-error.ts'
import { escapeControlCharacters } from '../../lib/text/escape-control-characters.ts'
import { formatNumber } from '../../lib/text/format-number.ts'
import { normalText } from '../../lib/text/normal-text.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/time/durations.ts'
import { isTimeZone } from '../../lib/time/time-zone.ts'
import { readInstant, readTimestamp } from '../../lib/time/timestamps.ts'
import { MAX_PRICE } from '../../menu/amounts.ts'
import { atMost, MAX_INDEXED_BYTES, MAX_NAME_LENGTH } from '../../schemas/text-limits.ts'

/* Parsers of arguments and options. A wrong value is a usage error, for which commander exits with a hint. */

const HAS_CONTROL_CHARACTERS = 'It must not contain control characters.'

/** A new id. It has no spaces, so that it can be used in lists and typed without quotes. */
export function parseNewId(text: string): string {
  parseName(text)
  if (/\s/u.test(text)) throw new InvalidArgumentError('It must not contain spaces.')
  if (Buffer.byteLength(text) > MAX_INDEXED_BYTES)
    throw new InvalidArgumentError(`It ${atMost(MAX_INDEXED_BYTES, 'bytes')}.`)
  if (escapeControlCharacters(text) !== text) throw new InvalidArgumentError(HAS_CONTROL_CHARACTERS)
  return text
}

/** A name that can be shown on one line. */
export function parseName(text: string): string {
  const name = normalText(text)
  if (name.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  if ([...name].length > MAX_NAME_LENGTH)
    throw new InvalidArgumentError(`It ${atMost(MAX_NAME_LENGTH, 'characters')}.`)
  if (/[\t-\r\p{Zl}\p{Zp}]/u.test(name)) throw new InvalidArgumentError(HAS_CONTROL_CHARACTERS)
  return name
}

/** Collects the values of an option that can be repeated. */
export function collect(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value]
}

/** Creates a parser of an option. @param read returns undefined for a wrong value */
function parser<Value>(read: (text: string) => Value | undefined, mustBe: string) {
  return (text: string): Value => {
    const value = read(text)
    if (value !== undefined) return value
    throw new InvalidArgumentError(`It must be ${mustBe}.`)
  }
}

export const trim = (text: string) => text.trim()

export const parseTimeZone = parser(
  (text) => (isTimeZone(text) ? text : undefined),
  'an IANA time zone such as Europe/Paris',
)

/** A price, or null for `none`. */
export const parsePriceArgument = parser(
  (text) => {
    if (text === 'none') return null
    return /^\d+(\.\d+)?$/.test(text) && Number(text) <= MAX_PRICE ? Number(text) : undefined
  },
  `a number such as 8.5, at most ${formatNumber(MAX_PRICE)}, or none`,
)

export function wholeNumberParser(min: number, max: number) {
  return parser((text) => {
    const number = Number(text)
    return /^\d{1,7}$/.test(text) && number >= min && number <= max ? number : undefined
  }, `a whole number from ${min} to ${max}`)
}

const UNITS_MS: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS }

/** Creates a parser of times such as `5m` or `1h`, in a range. It returns milliseconds. */
export function durationParser(min: string, max: string) {
  const [minMs, maxMs] = [milliseconds(min), milliseconds(max)]
  return parser((text) => {
    const timeMs = milliseconds(text)
    return timeMs >= minMs && timeMs <= maxMs ? timeMs : undefined
  }, `a time from ${min} to ${max}, such as 2h`)
}

function milliseconds(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? []
  return Number(amount) * (UNITS_MS[unit] ?? Number.NaN)
}

/** When a key expires, as UTC ending in Z. */
export const parseExpiry = parser((text) => {
  const instant = readInstant(text)
  return instant !== undefined && Date.parse(instant) > Date.now() ? instant : undefined
}, 'an ISO 8601 timestamp in the future, such as 2030-01-01T00:00:00Z')

/** When a heartbeat was sent, as UTC ending in Z. */
export const parseHeartbeatTime = parser(
  (text) => readTimestamp(text, Date.now()),
  'an ISO 8601 timestamp with an offset, such as 2030-01-01T00:00:00Z, or a negative duration such as -PT2M',
)

/**
 * The address of a service, without a slash at the end. It may have a path, below which the interfaces are.
 * @throws {UsageError} if the text is no such address, or contains a password
 */
export function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.username !== '' || url.password !== ''))
    throw new UsageError('The address must not contain a user or a password: put the key in a file.')
  const isAddress = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url && isAddress && url.search === '' && url.hash === '')
    return `${url.origin}${withoutSlashesAtEnd(url.pathname)}`
  // An InvalidArgumentError would repeat the text, which may contain a key.
  throw new UsageError('The address must be one such as https://signage.example.com, without ? and #.')
}

function withoutSlashesAtEnd(path: string): string {
  return /^(?:\/*[^/])*/.exec(path)?.[0] ?? ''
}
