import { isStorable } from '../../../storage/database.ts'
import { showValue } from '../../errors.ts'
import type { Cell, Mark } from '../containers/container.ts'
import { cleanText } from '../mapping/text.ts'

/**
 * What is wrong with a cell, whatever is in its column. Programs turn `1/2` and `8.50` into dates by themselves, and what was
 * typed is lost.
 */
export function problemOf(cell: Cell | undefined, mark: Mark = {}): string | undefined {
  if (mark.date !== undefined)
    return `must not be a date or a time, got ${mark.date}: format the column as text, and type it again`
  if (mark.lacksResult)
    return 'must have the result of its formula: open the file in a spreadsheet program, and save it'
  if (mark.isError) return `must not be the error of a formula, got ${showValue(cleanText(cell))}`
  if (mark.struck !== undefined)
    return `must not be struck out${mark.struck === 'part' ? ' in part' : ' in a row that is not'}, got ${showValue(cleanText(cell))}: delete what is no longer true, or take the line through it away`
  const isText = typeof cell !== 'string' || isStorable(cell)
  return isText ? undefined : 'must be text without NUL and lone surrogates'
}
