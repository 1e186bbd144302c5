import { DocumentError } from '../../errors.ts'
import type { Row } from '../containers/container.ts'
import { openTable } from '../containers/containers.ts'
import type { FormatOptions } from '../format.ts'
import type { InputFile } from '../input-file.ts'
import type { ConversionReport } from '../report.ts'
import { HiddenParts } from './hidden-parts.ts'
import { LeftOutSheets } from './left-out-sheets.ts'
import type { PriceColumn } from './prices.ts'

/** How many rows of a sheet may be above the headings, such as a title. */
const ROWS_ABOVE = 6
/** The menus of a table are in memory as a whole: with this many rows, their import takes less than half a gigabyte. */
const MAX_ROWS = 100_000
const TOO_MANY_ROWS = `must not have more than ${MAX_ROWS.toLocaleString('en')} rows, together with the other files: import fewer menus at a time`
const HIDDEN_SHEET = '[sheet is|sheets are] left out, because [it is|they are] hidden'

/** Reads the rows of a sheet. */
export interface SheetReader {
  /** @returns whether there is anything in the row */
  read(row: Row): boolean
  end?(): void
}

/** How a format reads tables. */
export interface TableForm {
  /** Whether a row has the headings. */
  isHeadings(cells: readonly string[]): boolean
  /** Whether sheets without headings are passed over. Otherwise, their first row is taken for the headings. */
  readonly skipsOthers?: boolean
  /** Joins the headings with those in the row below, if they are in two rows. */
  joinHeadings?(headings: Row, below: Row): Row | undefined
  /** What a file without headings lacks. */
  readonly required: string
  /** Whether a hidden column with this heading is read nevertheless. */
  keepsHidden?(heading: string): boolean
  /** Begins a sheet with its headings. @throws {DocumentError | CommandError} if they are wrong */
  begin(file: InputFile, headings: Row): SheetReader
  readonly prices?: PriceColumn
}

/**
 * Reads the tables in files.
 * @throws {DocumentError | CommandError} if there are errors in them, or nothing
 */
export async function readTables(
  files: readonly InputFile[],
  { onRead, withoutSheet = [], withHidden }: Pick<FormatOptions, 'onRead' | 'withoutSheet' | 'withHidden'>,
  report: ConversionReport,
  form: TableForm,
): Promise<void> {
  let rowCount = 0
  const leftOut = new LeftOutSheets(withoutSheet)
  for (const file of files) {
    const countRow = () => {
      rowCount += 1
      if (rowCount > MAX_ROWS) throw new DocumentError(`${file.name}: ${TOO_MANY_ROWS}`)
    }
    form.prices?.beginFile(file.name)
    const { hiddenSheets, rows } = await openTable(file, { onRead, withHidden })
    if (hiddenSheets > 0) report.skip(HIDDEN_SHEET, hiddenSheets)
    await readSheets(file, leftOut.filter(rows), form, new HiddenParts(report, form.keepsHidden), countRow)
    form.prices?.endFile()
  }
  leftOut.end()
  report.errors.throwIfAny()
  form.prices?.end()
}

async function readSheets(
  file: InputFile,
  rows: AsyncIterable<Row>,
  form: TableForm,
  hidden: HiddenParts,
  countRow: () => void,
): Promise<void> {
  let sheet: { readonly name: string | undefined; readonly reader: SheetReader } | undefined
  let hasRow = false
  const read = hidden.withoutColumns(fromHeadings(hidden.withoutRows(rows), form))
  for await (const row of withJoined(read, form)) {
    if (sheet !== undefined && sheet.name === row.sheet) {
      countRow()
      hasRow = sheet.reader.read(row) || hasRow
    } else {
      sheet?.reader.end?.()
      sheet = { name: row.sheet, reader: form.begin(file, row) }
    }
  }
  if (sheet === undefined) throw new DocumentError(`${file.name}: ${form.required}`)
  sheet.reader.end?.()
  if (!hasRow) throw new DocumentError(`${file.name}: must have a row below its headings, but has none`)
}

/** Joins the first two rows of each sheet where both are headings. */
async function* withJoined(
  rows: AsyncIterable<Row>,
  { joinHeadings = () => undefined }: TableForm,
): AsyncGenerator<Row> {
  let headings: Row | undefined
  let sheet: Row['sheet'] | null = null
  for await (const row of rows) {
    const isFirst = row.sheet !== sheet
    sheet = row.sheet
    const joined = isFirst || headings === undefined ? undefined : joinHeadings(headings, row)
    if (headings !== undefined) yield joined ?? headings
    headings = isFirst ? row : undefined
    if (!isFirst && joined === undefined) yield row
  }
  if (headings !== undefined) yield headings
}

/** Leaves out the rows above the headings of each sheet. */
async function* fromHeadings(
  rows: AsyncIterable<Row>,
  { isHeadings, skipsOthers = false }: TableForm,
): AsyncGenerator<Row> {
  let sheet: string | undefined
  let above: Row[] = []
  let isFound = false
  for await (const row of rows) {
    if (row.sheet !== sheet) {
      if (!isFound && !skipsOthers) yield* above
      sheet = row.sheet
      above = []
      isFound = false
    }
    if (isFound) yield row
    else if (above.length > ROWS_ABOVE) continue
    else if (isHeadings([...row.cells.values()].map(String))) {
      isFound = true
      yield row
    } else if (above.push(row) > ROWS_ABOVE && !skipsOthers) {
      isFound = true
      yield* above
    }
  }
  if (!isFound && !skipsOthers) yield* above
}
