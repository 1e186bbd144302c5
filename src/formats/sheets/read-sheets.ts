import { DocumentError } from '../../documents/document-error.ts'
import type { InputFile } from '../../documents/input-file.ts'
import { quoteForShell } from '../../lib/text/quote-for-shell.ts'
import { readRows } from '../containers/read-rows.ts'
import type { TableOptions } from '../format-options.ts'
import type { ImportReport } from '../import-report.ts'
import { headingRules } from './assign-columns.ts'
import { sheetRows } from './rows-below.ts'
import type { TableForm } from './table-kind.ts'

/** The menus of a table are in memory as a whole: with this many rows, their import takes less than half a gigabyte. */
const MAX_ROWS = 100_000
const HIDDEN_SHEET = 'must not be hidden: show it, or delete it'
const TOO_MANY_ROWS = `must not have more than ${MAX_ROWS.toLocaleString('en')} rows, together with the other files: import fewer rows at a time`

/**
 * Reads the tables in files. An uncertain cell is an error in the report.
 * @throws {DocumentError | CommandError} if they cannot be read at all
 */
export async function readTables<Role extends string>(
  files: readonly InputFile[],
  options: TableOptions,
  report: ImportReport,
  form: TableForm<Role>,
): Promise<void> {
  const rules = headingRules(form, options)
  let count = 0
  for (const file of files) await readFile(file)
  for (const value of rules.missing())
    report.errors.add(`--column ${quoteForShell(value)}`, 'must name a heading of the table')

  async function readFile(file: InputFile): Promise<void> {
    let name: string | undefined | null = null
    let sheet: ReturnType<typeof sheetRows> | undefined
    let hasRow = false
    for await (const row of readRows(file)) {
      if (row.sheet !== name) {
        endSheet()
        sheet = row.isOfHiddenSheet ? undefined : sheetRows(file, row.sheet, form, rules, report, countRow)
        if (row.isOfHiddenSheet) report.errors.add(`${file.name}: sheet ${row.sheet}`, HIDDEN_SHEET)
      }
      name = row.sheet
      sheet?.add(row)
    }
    endSheet()
    if (name === null) throw new DocumentError(`${file.name}: must have a row of headings, but is empty`)
    if (!hasRow && report.errors.count === 0)
      throw new DocumentError(`${file.name}: must have a row below its headings, but has none`)

    function endSheet(): void {
      sheet?.end()
      hasRow ||= sheet?.hasRow() ?? false
    }

    function countRow(): void {
      count += 1
      if (count > MAX_ROWS) throw new DocumentError(`${file.name}: ${TOO_MANY_ROWS}`)
    }
  }
}
