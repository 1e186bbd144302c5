import type { Row } from '../containers/row.ts'
import type { ImportReport } from '../import-report.ts'
import { cleanText } from '../shared/clean-text.ts'
import type { HeadingRules } from './heading-rules.ts'
import type { Sheet } from './sheets-in.ts'

/** How many rows of a sheet may be above the headings, such as a title. */
const MAX_ROWS_ABOVE = 10
const ROW_ABOVE = '[row|rows] above the headings [is|are] not read'

/**
 * Finds the headings: the first row that has a heading of the required column, and of another one. If there is no such row, the
 * first row counts as headings, and what is wrong with them is reported later.
 */
export function findHeadings<Role extends string>(
  { rows }: Sheet,
  rules: HeadingRules<Role>,
  report: ImportReport,
) {
  const found = rows.slice(0, MAX_ROWS_ABOVE + 1).findIndex((row) => areHeadings(row, rules))
  const index = Math.max(found, 0)
  for (const { cells } of rows.slice(0, index))
    report.addNote(ROW_ABOVE, 1, Array.from(cells.values(), ({ text }) => cleanText(text)).join(', '))
  return { headings: rows[index] ?? rows[0], below: rows.slice(index + 1) }
}

function areHeadings<Role extends string>({ cells }: Row, rules: HeadingRules<Role>): boolean {
  const roles = new Set(Array.from(cells.values(), ({ text }) => rules.readHeading(text)?.role))
  roles.delete(undefined)
  return roles.size > 1 && roles.has(rules.kind.required)
}
