import type { InputFile } from '../input-file.ts'

/** A cell that is not empty. Numbers only occur in workbooks: everything in CSV is text. */
export type Cell = string | number

export interface Mark {
  /** What the spreadsheet shows, in English, if that is not just the number. */
  readonly shown?: string
  /** The date or the time of day that it shows. Its number counts days. */
  readonly date?: string
  /** Whether it shows the error of a formula, such as `#REF!`, and not a text that looks like one. */
  readonly isError?: boolean
  /** Whether it has a formula whose result is not in the file. Then it has no value. */
  readonly lacksResult?: boolean
  /** How much of it is struck out. */
  readonly struck?: 'whole' | 'part'
  /** Whether a part of its text is raised, as the numbers of footnotes and of allergens are. */
  readonly hasSuperscript?: boolean
  /** Whether its column is hidden. */
  readonly isHidden?: boolean
  /** The row that its value is from, if it is merged with a cell above. */
  readonly fromRow?: number
}

/** A row of a table that has any content. */
export interface Row {
  /** The name of its sheet; undefined in CSV. */
  readonly sheet: string | undefined
  /** As a spreadsheet counts: the first row is 1. */
  readonly number: number
  readonly isHidden: boolean
  /** Its cells by their columns, of which the first is 0. Empty cells are missing. */
  readonly cells: ReadonlyMap<number, Cell>
  /** By columns. Most cells have none. */
  readonly marks: ReadonlyMap<number, Mark>
  /** How many cells it has, with those that are empty. Only in CSV, where a wrong number means that cells are in wrong columns. */
  readonly width?: number
}

/** Of rows without anything special. */
export const NO_MARKS: Row['marks'] = new Map()

export interface Table {
  /** How many sheets are left out, because they are hidden. It is read before the rows. */
  readonly hiddenSheets: number
  /** The rows of all sheets, in their order. They can be read once. */
  readonly rows: AsyncIterable<Row>
}

export interface OpenOptions {
  /** Whether hidden sheets are read, and nothing counts as hidden or struck out. */
  readonly withHidden?: boolean | undefined
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
  open(file: InputFile, progress: { bytes: number }, options: OpenOptions): Promise<Table>
}
