import { fstatSync } from 'node:fs'
import { DocumentError } from '../../errors.ts'
import { type InputFile, readHead } from '../input-file.ts'
import type { Container, OpenOptions, Row, Table } from './container.ts'
import { csv } from './csv.ts'
import { xlsx } from './xlsx/workbook.ts'

/** The first one that matches reads a file. What is no workbook is read as CSV. */
const CONTAINERS: readonly Container[] = [xlsx, csv]

export const TABLE_EXTENSIONS: ReadonlySet<string> = new Set(
  CONTAINERS.flatMap(({ extensions }) => extensions),
)

/** How much of a file tells its container: also the first part of a ZIP file. */
const START_BYTES = 128
const ROWS_PER_REPORT = 1000
/** How many characters the cells may have together. Without a limit, many cells could refer to one long text. */
const MAX_CHARACTERS = 64_000_000
const TOO_LARGE = `must not have more than ${MAX_CHARACTERS / 1_000_000} million characters in its cells: split it`
const DAMAGED = 'is damaged, or not a workbook: save it again as XLSX or CSV'

/** Called with the number of bytes read so far, the size of the file, and the number of rows read. */
export type OnRead = (bytes: number, total: number, rows: number) => void

interface ReadOptions extends OpenOptions {
  /** Called now and then while the rows are read. */
  readonly onRead?: OnRead | undefined
}

export function isWorkbook(file: InputFile): boolean {
  return containerOf(file) !== csv
}

function containerOf(file: InputFile): Container {
  const start = readHead(file, START_BYTES).toString('latin1')
  return CONTAINERS.find((container) => container.matches(start)) ?? csv
}

/** @throws {DocumentError} if it cannot be read; also while the rows are read */
export async function openTable(file: InputFile, { onRead, ...options }: ReadOptions = {}): Promise<Table> {
  const container = containerOf(file)
  const progress = { bytes: 0 }
  try {
    const { hiddenSheets, rows } = await container.open(file, progress, options)
    return { hiddenSheets, rows: checkedRows(rows) }
  } catch (cause) {
    throw asDamaged(cause)
  }

  function asDamaged(cause: unknown): unknown {
    const isClear = cause instanceof DocumentError || container === csv
    return isClear ? cause : new DocumentError(`${file.name}: ${DAMAGED}`, { cause })
  }

  async function* checkedRows(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    const { size } = fstatSync(file.descriptor)
    let characters = 0
    let count = 0
    try {
      for await (const row of rows) {
        for (const cell of row.cells.values()) if (typeof cell === 'string') characters += cell.length
        if (characters > MAX_CHARACTERS) throw new DocumentError(`${file.name}: ${TOO_LARGE}`)
        yield row
        count += 1
        if (count % ROWS_PER_REPORT === 0) onRead?.(progress.bytes, size, count)
      }
    } catch (cause) {
      throw asDamaged(cause)
    }
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
