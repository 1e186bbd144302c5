import { ImportError } from '../../documents/import-error.ts'
import type { InputFile } from '../../documents/input-file.ts'
import { formatNumber } from '../../lib/text/format-number.ts'
import { readRows } from '../containers/read-rows.ts'
import type { Row } from '../containers/row.ts'
import type { ImportReport } from '../import-report.ts'

/** The menus of a table are in memory as a whole: with this many rows, their import takes less than half a gigabyte. */
export const MAX_ROWS = 100_000
const TOO_MANY_ROWS = `must not have more than ${formatNumber(MAX_ROWS)} rows, together with the other files: import fewer rows at a time`
const HIDDEN_SHEET = 'must not be hidden: show it, or delete it'

/** A sheet of a workbook, or a CSV file, which is a sheet without a name. */
export interface Sheet {
  readonly file: string
  readonly name: string | undefined
  /** The file, and the sheet if it has a name, for messages. */
  readonly place: string
  readonly rows: [Row, ...Row[]]
}

/**
 * Yields the sheets of a file that have any row. A hidden sheet is an error in the report.
 * @param maxRows how many rows the file may have, without the first row of each sheet
 * @throws {ImportError} if the file is empty, or has more rows
 */
export async function* sheetsIn(
  file: InputFile,
  maxRows: number,
  report: ImportReport,
): AsyncGenerator<Sheet> {
  let sheet: Sheet | undefined
  let count = 0
  for await (const row of readRows(file)) {
    if (sheet === undefined || sheet.name !== row.sheet) {
      if (sheet !== undefined) yield* unlessHidden(sheet, report)
      const place = row.sheet === undefined ? file.name : `${file.name}: sheet ${row.sheet}`
      sheet = { file: file.name, name: row.sheet, place, rows: [row] }
    } else if (!row.isOfHiddenSheet) {
      sheet.rows.push(row)
      count += 1
    }
    if (count > maxRows) throw new ImportError(`${file.name}: ${TOO_MANY_ROWS}`)
  }
  if (sheet === undefined) throw new ImportError(`${file.name}: must have a row of headings, but is empty`)
  yield* unlessHidden(sheet, report)
}

function* unlessHidden(sheet: Sheet, { errors }: ImportReport): Generator<Sheet> {
  if (sheet.rows[0].isOfHiddenSheet) errors.add(sheet.place, HIDDEN_SHEET)
  else yield sheet
}
