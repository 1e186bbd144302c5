import type { Reason } from '../report.ts'
import { normalizeHeading } from '../table/columns.ts'
import type { TableRow } from '../table/row.ts'

const YES: ReadonlySet<string> = new Set(['y', 'yes', 'true', '1'])
const NO: ReadonlySet<string> = new Set(['n', 'no', 'false', '0'])

/** Why a row is not on the menu; undefined if it is. */
export function reasonToLeaveOut(row: TableRow<string>, location: string | undefined): Reason | undefined {
  if (isIn(YES, row, 'archived')) return leftOut('archived')
  if (row.text('square online item visibility').toLowerCase() === 'hidden') return leftOut('hidden')
  if (isIn(NO, row, 'sellable')) return leftOut('not sellable')
  if (/\bgift\s?cards?\b/i.test(row.text('item type').replaceAll('_', ' ')))
    return leftOut('[a gift card|gift cards]')
  const enabled = normalizeHeading(`enabled ${location}`)
  const isEnabled = location === undefined || !row.has(enabled) || isIn(YES, row, enabled)
  return isEnabled ? undefined : leftOut(`not enabled at ${location}`)
}

function leftOut(cause: string): Reason {
  return `[item is|items are] left out, because [it is|they are] ${cause}`
}

function isIn(words: ReadonlySet<string>, row: TableRow<string>, column: string): boolean {
  return words.has(row.text(column).toLowerCase())
}
