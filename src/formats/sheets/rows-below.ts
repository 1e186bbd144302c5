import type { InputFile } from '../../documents/input-file.ts'
import { listNames } from '../../lib/text/list-names.ts'
import type { Row } from '../containers/row.ts'
import type { ImportReport } from '../import-report.ts'
import { cleanText } from '../shared/clean-text.ts'
import {
  ACCOUNT_FOR,
  findColumns,
  type HeadingRules,
  nameOfColumn,
  SHOWN_HEADINGS,
} from './assign-columns.ts'
import { normalizeHeading } from './heading-text.ts'
import type { SheetReader, TableForm } from './table-kind.ts'
import { type Columns, TableRow } from './table-row.ts'

/** How many rows of a sheet may be above the headings, such as a title. */
const ROWS_ABOVE = 10
const ROW_ABOVE = '[row|rows] above the headings [is|are] not read'
const MORE_CELLS =
  'must not have more cells than there are headings: put texts and prices with separators in quotes, such as "3,50", and delete separators at the end'
const HIDDEN_ROW = 'must not be hidden: show it, or delete it'
const REPEATED_HEADINGS =
  'must not have the headings again: delete the row, or put the table below it on a sheet of its own'

/**
 * Finds the headings among the rows of a sheet, and reads those below. An uncertain cell is an error in the report.
 * @param countRow is called for each row below the headings
 */
export function sheetRows<Role extends string>(
  file: InputFile,
  name: string | undefined,
  form: TableForm<Role>,
  rules: HeadingRules<Role>,
  report: ImportReport,
  countRow: () => void,
) {
  const place = name === undefined ? file.name : `${file.name}: sheet ${name}`
  const above: Row[] = []
  const withoutHeading = new Set<number>()
  const withText = new Set<number>()
  let headings: Row | undefined
  let columns: Columns<Role> | undefined
  let reader: SheetReader<Role> | undefined
  let hasRow = false

  return { add, end, hasRow: () => hasRow }

  function add(row: Row): void {
    if (headings !== undefined) read(row)
    else if (isHeadingRow(row)) begin(row)
    else if (above.push(row) > ROWS_ABOVE) beginWithFirst()
  }

  function end(): void {
    if (headings === undefined) beginWithFirst()
    if (withoutHeading.size > 0) {
      const names = [...withoutHeading].map(nameOfColumn)
      refuse(
        `has cells below no heading (${listNames(names, SHOWN_HEADINGS)}): write headings, or ${ACCOUNT_FOR}`,
      )
    }
    for (const [column, { heading, role }] of columns?.headings ?? [])
      if (role !== undefined && form.needsText?.(role) && !withText.has(column))
        refuse(`has no text in the column ${heading}: write yes or no (colours are not read)`)
    reader?.end?.()
  }

  function refuse(problem: string): void {
    report.errors.add(place, problem)
  }

  /** Whether a row has a heading of the required column, and of another one. */
  function isHeadingRow({ cells }: Row): boolean {
    const roles = new Set([...cells.values()].map(({ text }) => rules.roleOf(text)?.role))
    roles.delete(undefined)
    return roles.size > 1 && roles.has(form.required)
  }

  function beginWithFirst(): void {
    const [first, ...rows] = above.splice(0)
    if (first === undefined) return
    begin(first)
    rows.forEach(read)
  }

  function begin(row: Row): void {
    headings = row
    for (const { cells } of above)
      report.note(ROW_ABOVE, 1, [...cells.values()].map(({ text }) => cleanText(text)).join(', '))
    columns = findColumns(row, form, rules, refuse)
    if (columns.at.has(form.required)) reader = form.begin(columns)
  }

  function read(row: Row): void {
    countRow()
    if (columns === undefined) return
    for (const [column, { text }] of row.cells) {
      if (text !== '') withText.add(column)
      if (!columns.headings.has(column) && !rules.isIgnored(nameOfColumn(column))) withoutHeading.add(column)
    }
    const one = new TableRow(file.name, row, columns, report)
    hasRow ||= row.isMerged === true || one.roles().length > 0
    if (row.isHidden && one.roles().length > 0) one.fault(undefined, HIDDEN_ROW)
    // A row of a CSV file that is wider than its headings probably has a comma without quotes, which shifts all later cells.
    else if ((row.width ?? 0) > (headings?.width ?? 0)) one.fault(undefined, MORE_CELLS)
    else if (row.isMerged && reader?.readGroup) readGroup(one, row)
    else if (one.roles().length > 0 && !one.refuseCells() && !refuseHeadings(one)) reader?.read(one)
  }

  function readGroup(one: TableRow<Role>, { cells }: Row): void {
    const [cell] = cells.values()
    if (cell?.problem !== undefined) one.fault(undefined, cell.problem)
    else reader?.readGroup?.(one, cleanText(cell?.text))
  }

  function refuseHeadings(one: TableRow<Role>): boolean {
    const roles = one.roles()
    const isSame = (role: Role) => normalizeHeading(one.text(role)) === normalizeHeading(one.headingOf(role))
    if (roles.length < 2 || !roles.every(isSame)) return false
    one.fault(undefined, REPEATED_HEADINGS)
    return true
  }
}
