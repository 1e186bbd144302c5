import { ImportError } from '../../documents/import-error.ts'
import { type InputFile, readHead } from '../../documents/input-file.ts'
import { readCsv } from './csv.ts'
import { WorkbookLimitError } from './limit-error.ts'
import type { Row } from './row.ts'
import { readWorkbook } from './xlsx/workbook.ts'

/** Includes `xls`, because some programs give text the name of an old workbook. */
export const TABLE_EXTENSIONS: ReadonlySet<string> = new Set(['xlsx', 'xlsm', 'csv', 'tsv', 'tab', 'xls'])

const ZIP_START = 'PK\u0003\u0004'
/** The most characters in all cells together. Without a limit, many cells could refer to one long text. */
const MAX_CHARACTERS = 64_000_000
const TOO_LARGE = `must not have more than ${MAX_CHARACTERS / 1_000_000} million characters in its cells: split it`
const DAMAGED = 'is damaged, or not a workbook: save it again as XLSX or CSV'

export function isWorkbookFile(file: InputFile): boolean {
  return readHead(file, ZIP_START.length).toString('latin1') === ZIP_START
}

/** Reads the rows of all sheets of a workbook, or of CSV, in their order. @throws {ImportError} if they cannot be read */
export async function* readRows(file: InputFile): AsyncGenerator<Row> {
  const isWorkbook = isWorkbookFile(file)
  let characters = 0
  try {
    for await (const row of isWorkbook ? readWorkbook(file) : readCsv(file)) {
      for (const { text } of row.cells.values()) characters += text.length
      if (characters > MAX_CHARACTERS) throw new ImportError(`${file.name}: ${TOO_LARGE}`)
      yield row
    }
  } catch (cause) {
    if (cause instanceof ImportError || !isWorkbook) throw cause
    const problem = cause instanceof WorkbookLimitError ? cause.message : DAMAGED
    throw new ImportError(`${file.name}: ${problem}`, { cause })
  }
}

/** The texts in the first rows of a table; fewer if the table is damaged. */
export async function firstRows(file: InputFile, count: number): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = []
  try {
    for await (const { cells } of readRows(file)) {
      rows.push([...cells.values()].map(({ text }) => text))
      if (rows.length === count) break
    }
  } catch (error) {
    // The format that reads the file reports this.
    if (!(error instanceof ImportError)) throw error
  }
  return rows
}
