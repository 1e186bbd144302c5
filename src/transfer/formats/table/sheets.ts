import { CommandError } from '../../../lib/flow/command-error.ts'
import { DocumentError } from '../../errors.ts'
import { openTable } from '../containers/containers.ts'
import type { FormatOptions } from '../format.ts'
import type { InputFile } from '../input-file.ts'
import type { ConversionReport } from '../report.ts'
import { listHeadings } from './refusals.ts'
import { sheetRows, type TableForm } from './sheet-rows.ts'

/** The menus of a table are in memory as a whole: with this many rows, their import takes less than half a gigabyte. */
const MAX_ROWS = 100_000
const TOO_MANY_ROWS = `must not have more than ${MAX_ROWS.toLocaleString('en')} rows, together with the other files: import fewer menus at a time`
const HIDDEN_SHEET = '[sheet is|sheets are] left out, because [it is|they are] hidden'

/**
 * Reads the tables in files.
 * @throws {DocumentError | CommandError} if there are errors in them, or nothing
 */
export async function readTables<Name extends string>(
  files: readonly InputFile[],
  options: Pick<FormatOptions, 'onRead' | 'withoutSheet' | 'withHidden'>,
  report: ConversionReport,
  form: TableForm<Name>,
): Promise<void> {
  const leftOut = (options.withoutSheet ?? []).map((name) => name.trim())
  const names = new Set<string>()
  let rowCount = 0
  for (const file of files) {
    form.prices?.beginFile(file.name)
    const { hiddenSheets, rows } = await openTable(file, options)
    if (hiddenSheets > 0) report.skip(HIDDEN_SHEET, hiddenSheets)
    const countRow = () => {
      rowCount += 1
      if (rowCount > MAX_ROWS) throw new DocumentError(`${file.name}: ${TOO_MANY_ROWS}`)
    }
    const sheets: ReturnType<typeof sheetRows>[] = []
    let name: string | undefined | null = null
    for await (const row of rows) {
      if (row.sheet !== undefined) names.add(row.sheet)
      if (row.sheet !== undefined && leftOut.includes(row.sheet)) continue
      if (row.sheet !== name) {
        sheets.at(-1)?.end()
        sheets.push(sheetRows(file, form, report, countRow))
      }
      name = row.sheet
      sheets.at(-1)?.add(row)
    }
    sheets.at(-1)?.end()
    if (!sheets.some((sheet) => sheet.hasHeadings()))
      throw new DocumentError(`${file.name}: ${form.required}`)
    if (!sheets.some((sheet) => sheet.hasRow()))
      throw new DocumentError(`${file.name}: must have a row below its headings, but has none`)
    form.prices?.endFile()
  }
  requireSheets(leftOut, names)
  report.errors.throwIfAny()
  form.prices?.end()
}

/** @throws {CommandError} if the user leaves out a sheet that does not exist */
function requireSheets(wanted: readonly string[], names: ReadonlySet<string>): void {
  const missing = wanted.find((name) => !names.has(name))
  if (missing === undefined) return
  const sheets = names.size === 0 ? 'there are none' : `they are ${listHeadings([...names])}`
  throw new CommandError(
    `--without-sheet must name a sheet that has anything in it, and ${sheets}, got ${missing}.`,
  )
}
