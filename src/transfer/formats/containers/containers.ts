import { fstatSync } from 'node:fs'
import { DocumentError } from '../../errors.ts'
import { type InputFile, readHead } from '../input-file.ts'
import type { Container, OpenOptions, Row, Table } from './container.ts'
import { csv } from './csv.ts'
import { xlsx } from './xlsx/workbook.ts'

const WORKBOOKS: readonly Container[] = [xlsx]

/** The ends of the names of all files with tables. */
export const TABLE_EXTENSIONS: ReadonlySet<string> = new Set(
  [...WORKBOOKS, csv].flatMap(({ extensions }) => extensions),
)

/** How much of a file tells its container: also the first part of a ZIP file. */
const START_BYTES = 128
const ROWS_PER_REPORT = 1000
/** How many characters the cells may have together. Without a limit, many cells could refer to one long text. */
const MAX_CHARACTERS = 64_000_000

/** Called with the number of bytes read so far, the size of the file, and the number of rows read. */
export type OnRead = (bytes: number, total: number, rows: number) => void

interface ReadOptions extends OpenOptions {
  /** Called now and then while the rows are read. */
  readonly onRead?: OnRead | undefined
}

/** The container of a workbook; undefined for any other file. */
export function workbookContainer(file: InputFile): Container | undefined {
  const start = readHead(file, START_BYTES).toString('latin1')
  return WORKBOOKS.find((container) => container.matches(start))
}

/**
 * Opens a table. What is no workbook is read as CSV.
 * @throws {DocumentError} if it cannot be read; also while the rows are read
 */
export async function openTable(file: InputFile, { onRead, ...options }: ReadOptions = {}): Promise<Table> {
  const progress = { bytes: 0 }
  const table = await openChecked(workbookContainer(file) ?? csv, file, progress, options)
  return onRead ? { ...table, rows: reportingRows(file, table.rows, progress, onRead) } : table
}

/** What holds for files of all kinds. */
async function openChecked(
  container: Container,
  file: InputFile,
  progress: { bytes: number },
  options: OpenOptions,
): Promise<Table> {
  const asDamaged = (cause: unknown) =>
    cause instanceof DocumentError || container === csv
      ? cause
      : new DocumentError(`${file.name}: is damaged, or not a workbook: save it again as XLSX or CSV`, {
          cause,
        })
  try {
    const { hiddenSheets, rows } = await container.open(file, progress, options)
    return { hiddenSheets, rows: checkedRows(rows) }
  } catch (cause) {
    throw asDamaged(cause)
  }

  async function* checkedRows(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    let characters = 0
    try {
      for await (const row of rows) {
        for (const cell of row.cells.values()) if (typeof cell === 'string') characters += cell.length
        if (characters > MAX_CHARACTERS)
          throw new DocumentError(
            `${file.name}: must not have more than ${MAX_CHARACTERS / 1_000_000} million characters in its cells: split it`,
          )
        yield row
      }
    } catch (cause) {
      throw asDamaged(cause)
    }
  }
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
