import { ImportError } from '../../documents/import-error.ts'
import type { InputFile } from '../../documents/input-file.ts'
import type { TableOptions } from '../format-options.ts'
import type { ImportReport } from '../import-report.ts'
import { HeadingRules } from './heading-rules.ts'
import { assignColumns, findHeadings } from './read-headings.ts'
import { readRowsBelow } from './read-rows-below.ts'
import { MAX_ROWS, sheetsIn } from './sheets-in.ts'
import type { ColumnsByRole, TableKind } from './table-kind.ts'
import { TableRow } from './table-row.ts'

/** A sheet whose columns are known. */
export interface TableSheet<Role extends string> {
  readonly columns: ColumnsByRole<Role>
  /** The rows below the headings. Each is checked when the caller comes to it. */
  readonly rows: Iterable<TableRow<Role>>
}

/**
 * Reads the sheets of files: finds the row of headings, assigns roles to the columns, and checks each row below the headings.
 * The caller reads all rows of a sheet, and makes menus or devices of them. Whatever is not certain is an error in the report.
 * @throws {ImportError | CommandError} if a file cannot be read at all
 */
export async function* readSheets<Role extends string>(
  files: readonly InputFile[],
  kind: TableKind<Role>,
  options: TableOptions,
  report: ImportReport,
): AsyncGenerator<TableSheet<Role>> {
  const rules = new HeadingRules(kind, options)
  let rowsLeft = MAX_ROWS
  for (const file of files) {
    let hasRow = false
    for await (const sheet of sheetsIn(file, rowsLeft, report)) {
      const { headings, below } = findHeadings(sheet, rules, report)
      const context = assignColumns(headings, sheet, rules, report)
      const rows = readRowsBelow(below, context)
      if (context.byRole.has(kind.required)) yield { columns: context.byRole, rows }
      // Nothing can be made of these rows, but their errors are reported.
      else Array.from(rows)
      rowsLeft -= below.length
      hasRow ||= below.some((row) => row.isMerged || new TableRow(row, context).filledRoles.length > 0)
    }
    if (!hasRow && report.errors.count === 0)
      throw new ImportError(`${file.name}: must have a row below its headings, but has none`)
  }
  for (const option of rules.unusedOptions()) report.errors.add(option, 'must name a heading of the table')
}
