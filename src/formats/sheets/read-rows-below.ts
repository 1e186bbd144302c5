import { listNames } from '../../lib/text/list-names.ts'
import type { Row } from '../containers/row.ts'
import { lettersOf } from '../containers/xlsx/references.ts'
import { normalizeHeading } from './heading-rules.ts'
import { NAME_OR_IGNORE, SHOWN_HEADINGS } from './read-headings.ts'
import { type SheetContext, TableRow } from './table-row.ts'

const HIDDEN_ROW = 'must not be hidden: show it, or delete it'
const MORE_CELLS =
  'must not have more cells than there are headings: put texts and prices with separators in quotes, such as "3,50", and delete separators at the end'
const REPEATED_HEADINGS =
  'must not have the headings again: delete the row, or put the table below it on a sheet of its own'

/** Yields the rows whose content is certain, and in known columns. Any other content is reported as an error. */
export function* readRowsBelow<Role extends string>(
  rows: readonly Row[],
  context: SheetContext<Role>,
): Generator<TableRow<Role>> {
  const { sheet, rules, report } = context
  for (const row of rows) {
    const read = new TableRow(row, context)
    const isGroup = rules.kind.hasMergedGroups === true && row.isMerged === true
    const problem =
      rowProblem(row, read, context) ?? (isGroup ? [...row.cells.values()][0]?.problem : undefined)
    if (problem !== undefined) read.refuse(undefined, problem)
    else if (isGroup || (read.filledRoles.length > 0 && !read.refuseCells())) yield read
  }
  for (const problem of problemsOfColumns(rows, context)) report.errors.add(sheet.place, problem)
}

function rowProblem<Role extends string>(
  { isHidden, width = 0 }: Row,
  row: TableRow<Role>,
  context: SheetContext<Role>,
): string | undefined {
  if (isHidden && row.filledRoles.length > 0) return HIDDEN_ROW
  // Such a row of a CSV file probably has a comma without quotes, which shifts all later cells.
  if (width > (context.width ?? 0)) return MORE_CELLS
  const isHeading = (role: Role) => normalizeHeading(row.text(role)) === normalizeHeading(row.headingOf(role))
  return row.filledRoles.length > 1 && row.filledRoles.every(isHeading) ? REPEATED_HEADINGS : undefined
}

/** The problems of all cells below a heading, or below none. */
function* problemsOfColumns<Role extends string>(rows: readonly Row[], context: SheetContext<Role>) {
  const { byRole, byIndex, rules } = context
  const filled = new Set(rows.flatMap(({ cells }) => [...cells.keys()]))
  const names = [...filled]
    .filter((index) => !byIndex.has(index))
    .map((index) => `column ${lettersOf(index)}`)
  for (const name of names) rules.recordHeading(name)
  const refused = names.filter((name) => rules.parseHeading(name) !== null)
  if (refused.length > 0)
    yield `has cells below no heading (${listNames(refused, SHOWN_HEADINGS)}): write headings, or ${NAME_OR_IGNORE}`
  for (const [role, { index, heading }] of byRole)
    if (rules.kind.needsText?.(role) && !rows.some(({ cells }) => cells.get(index)?.text))
      yield `has no text in the column ${heading}: write yes or no (colours are not read)`
}
