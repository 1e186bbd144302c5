import { meaningsOf } from '../words/words.ts'
import { normalizeHeading } from './headings.ts'

const WORDS = meaningsOf('devices')
/** The columns that only device tables have. A menu may have a column `id` too, but no MAC addresses. */
const ONLY_OF_DEVICES: readonly string[] = ['id', 'timezone', 'screen_resolution', 'screen_orientation']

/** Whether any of these headings is one that only device tables have. */
export function areOfDevices(headings: readonly string[]): boolean {
  return headings.some((heading) => ONLY_OF_DEVICES.includes(WORDS.get(normalizeHeading(heading)) ?? ''))
}
