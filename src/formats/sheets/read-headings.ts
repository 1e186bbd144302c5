import { shorten } from '../../lib/text/cut-to.ts'
import { listNames } from '../../lib/text/list-names.ts'
import type { Row } from '../containers/row.ts'
import type { ImportReport } from '../import-report.ts'
import { cleanText } from '../shared/clean-text.ts'
import { cleanHeading, type HeadingRules, normalizeHeading } from './heading-rules.ts'
import type { Sheet } from './sheets-in.ts'
import type { Column, TableKind } from './table-kind.ts'
import type { SheetContext } from './table-row.ts'

export const SHOWN_HEADINGS = 30
/** The advice for headings that are not known. */
export const NAME_OR_IGNORE =
  'say what each is with --column ROLE=HEADING, or leave it out with --ignore HEADING, or all of them with --ignore "*"'
const ONE_PRICE =
  '. A row has one price: write each size of an item into a row of its own, with its name in a column Size'
const HIDDEN_COLUMN = 'must not be hidden: show the column, delete it, or leave it out with --ignore HEADING'
/** How many rows of a sheet may be above the headings, such as a title. */
export const MAX_ROWS_ABOVE = 10
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
    report.addNote(ROW_ABOVE, Array.from(cells.values(), ({ text }) => cleanText(text)).join(', '))
  return { headings: rows[index] ?? rows[0], below: rows.slice(index + 1) }
}

function areHeadings<Role extends string>({ cells }: Row, rules: HeadingRules<Role>): boolean {
  // A heading counts even if its column is left out.
  const parse = (text: string) => rules.parseHeading(text) ?? rules.kind.parseHeading(text)
  const roles = new Set(Array.from(cells.values(), ({ text }) => parse(text)?.role))
  roles.delete(undefined)
  return roles.size > 1 && roles.has(rules.kind.required)
}

/** Assigns a role to each column by its heading. Headings that are not certain are errors in the report. */
export function assignColumns<Role extends string>(
  { cells, width }: Row,
  sheet: Sheet,
  rules: HeadingRules<Role>,
  report: ImportReport,
): SheetContext<Role> {
  const { kind } = rules
  const { errors } = report
  const { name, place } = sheet
  const byRole = new Map<Role, Column<Role>>()
  const byIndex = new Map<number, Column<Role>>()
  const advice = `${optionFor(kind.required)}${name === undefined ? '' : ', or delete this sheet'}`
  const problems: string[] = []
  const unknown: string[] = []
  for (const [index, cell] of cells) {
    const heading = cleanHeading(cell.text)
    const read = rules.parseHeading(heading)
    byIndex.set(index, { heading, index })
    rules.recordHeading(heading)
    if (read === null) continue
    const problem = cell.problem ?? (cell.isHidden && !isOfIds(read?.role) ? HIDDEN_COLUMN : undefined)
    if (problem !== undefined) problems.push(`the heading ${shorten(heading)} ${problem}`)
    else if (read === undefined) unknown.push(heading)
    else if (byRole.has(read.role)) problems.push(repeated(heading, read.role))
    else {
      const column = { heading, index, ...read }
      byRole.set(read.role, column)
      byIndex.set(index, column)
    }
  }
  const context = { sheet, rules, report, byRole, byIndex, width }
  const all = Array.from(byIndex.values(), ({ heading }) => heading)
  if (!byRole.has(kind.required)) errors.add(place, withoutRequired(kind.required, advice, all))
  if (unknown.length > 0) errors.add(place, unknownHeadings(unknown, kind))
  for (const problem of [...problems, ...(kind.problemsOf?.(byRole) ?? [])]) errors.add(place, problem)
  return context
}

function withoutRequired(role: string, advice: string, headings: readonly string[]): string {
  return `has no column that is known to be the ${role}: name it with --column ${advice}. Its headings are ${listNames(headings, SHOWN_HEADINGS)}`
}

function unknownHeadings<Role extends string>(headings: readonly string[], kind: TableKind<Role>): string {
  const words = headings.flatMap((heading) => normalizeHeading(heading).split(' '))
  const advice = words.some((word) => kind.parseHeading(word)?.role === 'price') ? ONE_PRICE : ''
  return `has headings that are not known (${listNames(headings, SHOWN_HEADINGS)}): ${NAME_OR_IGNORE}${advice}`
}

/** These columns may be hidden: people need not see them, but the import does. */
function isOfIds(role: string | undefined): boolean {
  return role !== undefined && /(?:^| )id$|^token$/.test(role)
}

function repeated(heading: string, role: string): string {
  return `has several columns that could be the ${role}, such as ${shorten(heading)}: name one with --column ${optionFor(role)}, and rename others or leave them out with --ignore HEADING`
}

function optionFor(role: string): string {
  return role.includes(' ') ? `"${role}=HEADING"` : `${role}=HEADING`
}
