import type { InputFile } from '../input-file.ts'

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
  /** How many cells it has, with those that are empty. Only in CSV, where a wrong number means that cells are in wrong columns. */
  readonly width?: number
  /** The columns of the cells that show the error of a formula, such as `#REF!`, and not a text that looks like one. */
  readonly formulaErrors: ReadonlySet<number>
  /** What the cells with dates and times of day show, by their columns. Their numbers count days. */
  readonly dates: ReadonlyMap<number, string>
}

export interface Table {
  /** How many sheets are left out, because they are hidden. It is read before the rows. */
  readonly hiddenSheets: number
  /** The rows of all sheets, in their order. They can be read once. */
  readonly rows: AsyncIterable<Row>
}

/** A kind of file that holds tables. A new one is a file in this folder and a line in `containers.ts`. */
export interface Container {
  /** How the names of its files end, in lower case. */
  readonly extensions: readonly string[]
  /** Whether a file that begins with these bytes, in Latin-1, is one. There are 128 of them, or all of a shorter file. */
  matches(start: string): boolean
  /**
   * `openTable` limits the text in the rows and, for a workbook, turns any other error into one that says that the file is damaged.
   * @param progress is told how many bytes were read
   * @throws {DocumentError} if more can be said than that the file is damaged; also while the rows are read
   */
  open(file: InputFile, progress: { bytes: number }): Promise<Table>
}
