/** A cell that is not empty. */
export interface Cell {
  /** The text that it shows, with numbers in English. */
  readonly text: string
  /** Whether it is a number, with English separators. Everything in CSV is text. */
  readonly isNumber?: boolean
  /** Why its text is uncertain, and what to do about it; undefined if it is plain text. */
  readonly problem?: string | undefined
  /** Whether its column is hidden. */
  readonly isHidden?: boolean
}

/** A row of a table that has any content. */
export interface Row {
  /** The name of its sheet; undefined in CSV. */
  readonly sheet: string | undefined
  /** As a spreadsheet counts: the first row is 1. */
  readonly number: number
  readonly isOfHiddenSheet?: boolean
  readonly isHidden?: boolean
  /** Whether it has one cell only, which is merged across several columns. */
  readonly isMerged?: boolean
  /** Its cells by their columns, of which the first is 0. Empty cells are missing. */
  readonly cells: ReadonlyMap<number, Cell>
  /** The number of cells, including empty ones. Only in CSV, where a wrong number means that cells are in wrong columns. */
  readonly width?: number
}
