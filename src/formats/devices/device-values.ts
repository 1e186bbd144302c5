import { ACCESS_LEVELS } from '../../device/access.ts'
import { macAddressOf } from '../../device/mac-address.ts'
import type { DeviceAccess } from '../../device/queries/devices.ts'
import { showValue } from '../../documents/import-error.ts'
import { isTimeZone } from '../../lib/time/time-zone.ts'
import { oneLine } from '../shared/clean-text.ts'
import { normalizeHeading } from '../sheets/heading-rules.ts'
import { splitTags } from '../sheets/paths-and-tags.ts'
import { idText } from '../sheets/table-row.ts'
import { isEmptyList } from '../words/words.ts'
import type { DeviceRole, DeviceTableRow } from './device-columns.ts'

const SCIENTIFIC_NOTATION = /^\d+(?:[.,]\d+)?e\+\d+$/i
/** A MAC address, with colons, hyphens, dots or nothing between its digits. */
const MAC =
  /^(?:[0-9a-f]{2}(?<sign>[:-]?)(?:[0-9a-f]{2}\k<sign>){4}[0-9a-f]{2}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2})$/i
/** Like a MAC address, but with a character missing or wrong, with two addresses, or with other text. */
const LIKE_MAC = /^[0-9a-z]{1,2}(?::[0-9a-z]{1,2}){4,5}$|(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![:-])/i
const PLACEHOLDER_MAC = /^(?:00(?::00){5}|ff(?::ff){5})$/
const RESOLUTION = /^(\d{2,5})\s?(?:[x×*✕]|by)\s?(\d{2,5})(?:\s?(?:px|pixels?))?$/iu

/** The id of the device of a row; undefined if it has an error, which is reported. */
export function readDeviceId(row: DeviceTableRow): string | undefined {
  const text = row.id('id')
  const isMacColumn = normalizeHeading(row.headingOf('id')).split(' ').includes('mac')
  // Twelve digits may be a serial number.
  const isMac = isMacColumn || (MAC.test(text) && /\D/.test(text))
  const id = (isMac ? macAddressOf(text) : undefined) ?? text
  const problem = problemOfId(text, id, isMacColumn)
  if (problem !== undefined) row.refuse('id', problem)
  return problem === undefined ? id : undefined
}

function problemOfId(text: string, id: string, isMacColumn: boolean): string | undefined {
  if (text === '') return 'must be the id or MAC address of the device: fill it in'
  if (SCIENTIFIC_NOTATION.test(text))
    return `must not be shortened by the spreadsheet, got ${showValue(text)}: format the column as text, and type it again`
  const isMac = macAddressOf(id) === id
  const isWrong = PLACEHOLDER_MAC.test(id) || (!isMac && (isMacColumn || LIKE_MAC.test(id)))
  return isWrong ? `must be a MAC address such as c4:23:60:91:c0:01, got ${showValue(text)}` : undefined
}

/** The time zone of a row; undefined if the cell is empty, or has an error, which is reported. @param stored the current one */
export function readZone(row: DeviceTableRow, stored: string | undefined): string | undefined {
  const text = row.text('timezone')
  if (text === '' || text === stored) return text || undefined
  // A name such as EST or GMT has no summer time.
  if (isTimeZone(text) && (text.includes('/') || text === 'UTC')) return text
  return row.refuse('timezone', `must be an IANA time zone such as Europe/Paris, got ${showValue(text)}`)
}

/** The text of a cell; undefined if it is empty, or is the stored text except for spaces. */
export function readText(row: DeviceTableRow, role: DeviceRole, stored?: string): string | undefined {
  const text = row.rawText(role)
  return text === '' || text === oneLine(stored) ? undefined : text
}

/** A resolution as it is stored. @param stored the current one */
export function readResolution(row: DeviceTableRow, stored: string | undefined): string | undefined {
  const text = readText(row, 'screen_resolution', stored)
  if (text === undefined) return undefined
  const [, width, height] = RESOLUTION.exec(text) ?? []
  if (width !== undefined && height !== undefined) return `${Number(width)}x${Number(height)}`
  return row.refuse('screen_resolution', `must be width x height such as 1920x1080, got ${showValue(text)}`)
}

export function readDelay(row: DeviceTableRow): number | undefined {
  const text = row.text('offline_startup_delay_minutes')
  if (text === '') return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  return row.refuse(
    'offline_startup_delay_minutes',
    `must be a whole number, 0 or more, got ${showValue(text)}`,
  )
}

/** Whether the text of a cell means that there is none, in any language. */
export function meansNone(text: string): boolean {
  return isEmptyList(text) || /^n\/?a$/iu.test(text)
}

/** The users of a row, such as `anna: update; ops`. One without a level may read. */
export function readAccess(row: DeviceTableRow): readonly DeviceAccess[] {
  const entries = row.lines('access', idText).flatMap(splitTags)
  return entries.filter((entry) => !meansNone(entry)).map(parseEntry)
}

/** `anna`, or `anna: read`. */
function parseEntry(entry: string): DeviceAccess {
  const [, user = '', word = ''] = /^(.+):([^:]+)$/u.exec(entry) ?? []
  const level = ACCESS_LEVELS.find((one) => one === word.trim().toLowerCase())
  return level === undefined ? { user: entry, level: 'read' } : { user: user.trimEnd(), level }
}
