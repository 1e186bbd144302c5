import { ACCESS_LEVELS } from '../../../device/access.ts'
import { macAddressOf } from '../../../device/mac-address.ts'
import type { Access } from '../../../device/queries/devices.ts'
import { canonicalDeviceId } from '../../../device/schema.ts'
import { isTimeZone } from '../../../lib/time/time-zone.ts'
import { showValue } from '../../errors.ts'
import { cleanText, oneLine } from '../mapping/text.ts'
import { normalizeHeading } from '../table/columns.ts'
import { readYesNo } from '../table/stock.ts'
import type { DeviceRole } from './columns.ts'
import type { DeviceRow } from './rows.ts'
import { isNone } from './sites.ts'

const SHORTENED = /^\d+(?:[.,]\d+)?e\+\d+$/i
const MAC = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/
const DOTTED = /^[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}$/i
const BARE = /^[0-9a-f]{12}$/i
/** With a sign too few, or a wrong one. */
const LIKE_MAC = /^[0-9a-z]{1,2}(?::[0-9a-z]{1,2}){4,5}$/i
/** Two addresses, or one and something else. */
const HAS_MAC = /(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![:-])/i
const NOBODYS_MAC = /^(?:00(?::00){5}|ff(?::ff){5})$/
const RESOLUTION = /^(\d{2,5})\s?(?:[x×*✕]|by)\s?(\d{2,5})(?:\s?(?:px|pixels?))?$/iu
/** How devices may be turned. Any other text is taken as it stands. */
const ORIENTATIONS: readonly string[] = ['normal', 'inverted', 'left', 'right', 'landscape', 'portrait']

/** The id of the device of a row; undefined if it has an error, which is reported. */
export function readDeviceId(row: DeviceRow): string | undefined {
  const text = row.id('id')
  const isOfMac = normalizeHeading(row.headingOf('id')).split(' ').includes('mac')
  const id = (isOfMac || isSpelledAsMac(text) ? macAddressOf(text) : undefined) ?? text
  const problem = problemOfId(text, id, isOfMac)
  if (problem !== undefined) row.fault('id', problem)
  return problem === undefined ? id : undefined
}

/** Whether an id is a MAC address in any spelling. Twelve digits may be a serial number. */
function isSpelledAsMac(text: string): boolean {
  return (
    canonicalDeviceId(text) !== text ||
    MAC.test(text) ||
    DOTTED.test(text) ||
    (BARE.test(text) && /[a-f]/i.test(text))
  )
}

function problemOfId(text: string, id: string, isOfMac: boolean): string | undefined {
  if (text === '') return 'must be the id or MAC address of the device: fill it in'
  if (SHORTENED.test(text))
    return `must not be shortened by the spreadsheet, got ${showValue(text)}: format the column as text, and type it again`
  const isMac = MAC.test(id)
  const isWrong = NOBODYS_MAC.test(id) || (!isMac && (isOfMac || LIKE_MAC.test(id) || HAS_MAC.test(id)))
  return isWrong ? `must be a MAC address such as c4:23:60:91:c0:01, got ${showValue(text)}` : undefined
}

/** The time zone of a row; undefined if the cell is empty, or has an error, which is reported. @param stored that of the device so far */
export function readZone(row: DeviceRow, stored: string | undefined): string | undefined {
  const text = row.text('timezone')
  if (text === '' || text === stored) return text || undefined
  // A name such as EST or GMT has no summer time.
  if (isTimeZone(text) && (text.includes('/') || text === 'UTC')) return text
  const names = zonesLike(text)
  const advice = names.length > 0 ? `write ${names.join(' or ')}` : 'write its area and city'
  row.fault('timezone', `must be an IANA time zone such as Europe/Paris, got ${showValue(text)}: ${advice}`)
  return undefined
}

let zones: readonly string[] | undefined

/** The time zones that somebody may mean who writes a city, or a name in other letters. */
function zonesLike(text: string): readonly string[] {
  const wanted = text.toLowerCase().replace(/\s+/g, '_')
  zones ??= Intl.supportedValuesOf('timeZone')
  return zones.filter((name) => [name, name.split('/').at(-1)].some((part) => part?.toLowerCase() === wanted))
}

/** A text of a row; undefined if the cell is empty, or shows what is stored so far, but for spaces. */
export function readText(row: DeviceRow, role: DeviceRole, stored?: string): string | undefined {
  const text = row.rawText(role)
  return text === '' || text === oneLine(stored) ? undefined : text
}

/** A resolution as it is stored. @param stored that of the device so far */
export function readResolution(row: DeviceRow, stored: string | undefined): string | undefined {
  const text = readText(row, 'screen_resolution', stored)
  if (text === undefined) return undefined
  const [, width, height] = RESOLUTION.exec(text) ?? []
  if (width !== undefined && height !== undefined) return `${Number(width)}x${Number(height)}`
  row.fault('screen_resolution', `must be width x height such as 1920x1080, got ${showValue(text)}`)
  return undefined
}

/** An orientation: the common words are stored in lower case. @param stored that of the device so far */
export function readOrientation(row: DeviceRow, stored: string | undefined): string | undefined {
  const text = readText(row, 'screen_orientation', stored)
  const word = text?.toLowerCase() ?? ''
  return ORIENTATIONS.includes(word) ? word : text
}

export function readFlag(row: DeviceRow, role: DeviceRole): boolean | undefined {
  const text = row.text(role)
  const flag = readYesNo(text)
  if (text !== '' && flag === undefined) row.fault(role, `must be yes or no, got ${showValue(text)}`)
  return flag
}

export function readMinutes(row: DeviceRow, role: DeviceRole): number | undefined {
  const text = row.text(role)
  if (text === '') return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  row.fault(role, `must be a whole number, 0 or more, got ${showValue(text)}`)
  return undefined
}

/** The users of a row, such as `anna: update; ops`. One without a level may read. */
export function readAccess(row: DeviceRow): readonly Access[] {
  const entries = row.lines('access').flatMap((line) => line.split(/(?<!\\)[;,|]/u).map(cleanText))
  return entries.filter((entry) => entry !== '' && !isNone(entry)).map(readEntry)
}

/** `anna`, `anna read`, `anna: read` or `anna (read)`. */
function readEntry(entry: string): Access {
  const text = entry.endsWith(')') ? entry.slice(0, -1) : entry
  const end = Math.max(...[' ', ':', '(', '='].map((sign) => text.lastIndexOf(sign)))
  const word = text.slice(end + 1).toLowerCase()
  const level = ACCESS_LEVELS.find((one) => one === word)
  if (end < 1 || level === undefined) return { user: withoutEscapes(entry), level: 'read' }
  const user = text.slice(0, end).trimEnd()
  return { user: withoutEscapes(':(='.includes(user.slice(-1)) ? user.slice(0, -1).trimEnd() : user), level }
}

function withoutEscapes(user: string): string {
  return user.replace(/\\([;,|])/gu, '$1')
}

/** What `readAccess` reads. */
export function writeAccess(access: readonly Access[]): string {
  return access.map(({ user, level }) => `${user.replace(/[;,|]/gu, '\\$&')}: ${level}`).join('; ')
}
