import { fstatSync } from 'node:fs'
import { DocumentError } from '../../errors.ts'
import { type InputFile, readHead } from '../input-file.ts'
import { readCsv } from './csv.ts'
import { openWorkbook } from './xlsx/workbook.ts'

/** A cell that is not empty. Numbers only occur in workbooks: everything in CSV is text. */
export type Cell = string | number

/** A row of a table that has any content. */
export interface Row {
  /** The name of its sheet; undefined in CSV. */
  readonly sheet: string | undefined
  /** As a spreadsheet counts: the first row is 1. */
  readonly number: number
  /** Its cells by their columns, of which the first is 0. Empty cells are missing. */
  readonly cells: ReadonlyMap<number, Cell>
}

export interface Table {
  /** How many sheets are left out, because they are hidden. */
  readonly hiddenSheets: number
  /** The rows of all sheets, in their order. They can be read once. */
  readonly rows: AsyncIterable<Row>
}

const ZIP_START = 'PK\u0003\u0004'
/** How Excel's old binary form begins, and a workbook with a password. */
const COMPOUND_START = '\u00d0\u00cf\u0011\u00e0'

/** Called with the number of bytes read so far, the size of the file, and the number of rows read. */
export type OnRead = (bytes: number, total: number, rows: number) => void

const ROWS_PER_REPORT = 1000

/**
 * Opens a table: XLSX, or else CSV.
 * @param onRead called now and then while the rows are read
 * @throws {DocumentError} if it is another kind of workbook, or damaged; also while the rows are read
 */
export async function openTable(file: InputFile, onRead?: OnRead): Promise<Table> {
  const progress = { bytes: 0 }
  const table = await openRows(file, progress)
  return onRead ? { ...table, rows: reportingRows(file, table.rows, progress, onRead) } : table
}

async function* reportingRows(
  { descriptor }: InputFile,
  rows: AsyncIterable<Row>,
  progress: Readonly<{ bytes: number }>,
  onRead: OnRead,
): AsyncGenerator<Row> {
  const { size } = fstatSync(descriptor)
  let count = 0
  for await (const row of rows) {
    yield row
    count += 1
    if (count % ROWS_PER_REPORT === 0) onRead(progress.bytes, size, count)
  }
}

async function openRows(file: InputFile, progress: { bytes: number }): Promise<Table> {
  const start = readHead(file, 4).toString('latin1')
  if (start === ZIP_START) return openWorkbook(file, progress)
  if (isCompoundFile(start)) {
    throw new DocumentError(
      `${file.name}: is an old binary workbook or has a password: save it as XLSX or CSV without a password`,
    )
  }
  return { hiddenSheets: 0, rows: readCsv(file, progress) }
}

/** @param start the first bytes of a file, in Latin-1 */
export function isCompoundFile(start: string): boolean {
  return start.startsWith(COMPOUND_START)
}

/** The texts in the first rows of a table; fewer if the table is damaged. */
export async function firstRows(file: InputFile, count: number): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = []
  try {
    const table = await openTable(file)
    for await (const { cells } of table.rows) {
      rows.push([...cells.values()].map(String))
      if (rows.length === count) break
    }
  } catch (error) {
    // Whoever reads the file reports this.
    if (!(error instanceof DocumentError)) throw error
  }
  return rows
}
