import { showValue } from '../../documents/import-error.ts'
import { vocabulary } from '../words/words.ts'
import type { TableRow } from './table-row.ts'

const YES = vocabulary('yes')
const NO = vocabulary('no')
const MARKS: ReadonlySet<string> = new Set([...'x•●', 'checked'])

/** Reads yes or no in the language of the file, by the lists in `words/`; undefined if it is neither. */
function parseYesNo(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return YES.has(word) || (NO.has(word) ? false : undefined)
}

/** Reads a cell that says yes or no; undefined if it is empty, or has an error, which is reported. */
export function readYesNoCell<Role extends string>(row: TableRow<Role>, role: Role): boolean | undefined {
  const text = row.text(role)
  const flag = parseYesNo(text)
  if (text !== '' && flag === undefined) row.refuse(role, `must be yes or no, got ${showValue(text)}`)
  return flag
}

/**
 * The meaning of a cell of yes and no, which may also be a tick, another mark or a dash. Allergens, diets and stock share it. In
 * `table/yes-no-columns.ts`, `refuseEmptyStock` must know the same answers as `readYesNoCells`.
 */
export function parseYesNoOrTick(text: string): 'yes' | 'no' | 'empty' | undefined {
  if (text === '' || /^[-–—]$/u.test(text)) return 'empty'
  if (isTick(text) || MARKS.has(text.toLowerCase())) return 'yes'
  const answer = parseYesNo(text)
  return answer === undefined ? undefined : answer ? 'yes' : 'no'
}

export function isTick(text: string): boolean {
  return /^[✓✔✅☑]\ufe0f?$/u.test(text)
}
