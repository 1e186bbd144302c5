import { DocumentError } from '../../documents/document-error.ts'
import type { InputFile } from '../../documents/input-file.ts'
import { CommandError } from '../../lib/command-error.ts'
import { quoteForShell } from '../../lib/text/quote-for-shell.ts'
import { readRows } from '../containers/containers.ts'
import type { FormatOptions } from '../format-options.ts'
import type { ConversionReport } from '../report.ts'
import type { GivenHeadings, TableSchema } from './form.ts'
import { normalizeHeading } from './headings.ts'
import { sheetRows } from './sheet.ts'

/** The menus of a table are in memory as a whole: with this many rows, their import takes less than half a gigabyte. */
const MAX_ROWS = 100_000
const TOO_MANY_ROWS = `must not have more than ${MAX_ROWS.toLocaleString('en')} rows, together with the other files: import fewer menus at a time`

export const TABLE_OPTIONS = ['column', 'ignore'] as const
export type TableOptions = Pick<FormatOptions, (typeof TABLE_OPTIONS)[number]>

/**
 * Reads the tables in files. An uncertain cell is an error in the report.
 * @throws {DocumentError | CommandError} if they cannot be read at all
 */
export async function readTables<Role extends string>(
  files: readonly InputFile[],
  { column = new Map<string, string>(), ignore = [] }: TableOptions,
  report: ConversionReport,
  form: TableSchema<Role>,
): Promise<void> {
  const requireRole = (name: string): Role => {
    const role = form.roleNamed ? form.roleNamed(name) : form.roleOf(name)?.role
    if (role === undefined) throw new CommandError(form.unknownColumn(name))
    return role
  }
  const roles = new Map(
    Array.from(column, ([role, heading]) => [normalizeHeading(heading), requireRole(role)]),
  )
  const ignored = new Set(ignore.map((heading) => (heading === '*' ? heading : normalizeHeading(heading))))
  const given: GivenHeadings<Role> = { roles, ignored, found: new Set() }
  let count = 0
  for (const file of files) await readFile(file)
  for (const [role, heading] of column)
    if (!given.found.has(normalizeHeading(heading)))
      report.errors.add(`--column ${quoteForShell(`${role}=${heading}`)}`, 'must name a heading of the table')

  async function readFile(file: InputFile): Promise<void> {
    let name: string | undefined | null = null
    let sheet: ReturnType<typeof sheetRows> | undefined
    let hasRow = false
    for await (const row of readRows(file)) {
      if (row.sheet !== name) {
        endSheet()
        sheet = row.isOfHiddenSheet ? undefined : sheetRows(file, row.sheet, form, given, report, countRow)
        if (row.isOfHiddenSheet) refuseHidden(row.sheet)
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

    function refuseHidden(sheet = ''): void {
      report.errors.add(`${file.name}: sheet ${sheet}`, 'must not be hidden: show it, or delete it')
    }
  }
}
