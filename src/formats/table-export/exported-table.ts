/** A column of an exported table, with its width in characters. */
export interface ExportedColumn {
  readonly heading: string
  readonly width: number
}

/** The cells of a row that are not empty, by their headings. */
export type ExportedCells = Readonly<Partial<Record<string, string | number>>>

/** A table, or a sheet of a workbook. Its rows are read when they are needed. */
export interface ExportedTable {
  readonly name: string
  rows(): AsyncIterable<readonly ExportedCells[]>
}
