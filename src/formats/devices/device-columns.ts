import { DEVICE_FIELDS } from '../../device/schema.ts'
import { storedFieldNames } from '../../lib/fields.ts'
import { normalizeHeading } from '../sheets/heading-rules.ts'
import type { HeadingMeaning } from '../sheets/table-kind.ts'
import type { TableRow } from '../sheets/table-row.ts'
import { meaningsOf } from '../words/words.ts'

/** The last heartbeat is not read: the one in a table is old, and would make running devices silent. */
const FIELDS = storedFieldNames(DEVICE_FIELDS).filter((field) => field !== 'last_heartbeat_at')
export type DeviceTableRow = TableRow<DeviceRole>
/** The roles that a column of a device table may have. */
export const DEVICE_ROLES = [...FIELDS, 'site', 'access'] as const
export type DeviceRole = (typeof DEVICE_ROLES)[number]
const WORDS = meaningsOf('deviceHeadings')

/** What a heading means: it is the name of a field, or another word for it. Undefined if that is not certain. */
export function parseDeviceHeading(heading: string): HeadingMeaning<DeviceRole> | undefined {
  const text = normalizeHeading(heading)
  const role = DEVICE_ROLES.find((one) => normalizeHeading(one) === text || one === WORDS.get(text))
  return role && { role }
}
