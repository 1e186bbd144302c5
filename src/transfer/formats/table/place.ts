import type { ConversionReport } from '../report.ts'

/** A row of a file, for messages. */
export interface Place {
  readonly file: string
  readonly sheet: string | undefined
  readonly row: number
}

/** Adds an error in a row of a table, or in one of its cells. */
export function addFault(
  report: ConversionReport,
  place: Place,
  heading: string | undefined,
  message: string,
): void {
  const columnPart = heading === undefined ? '' : `, column ${heading}`
  report.errors.add(`${place.file}: ${rowLabel(place)}${columnPart}`, message)
}

/** The row, and its sheet if it is in a workbook: `sheet Lunch, row 2`. */
export function rowLabel({ sheet, row }: Place): string {
  return sheet === undefined ? `row ${row}` : `sheet ${sheet}, row ${row}`
}

const LETTERS = 26

/** A column as spreadsheets call it: A to Z, then AA. */
export function letters(column: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (column % LETTERS))
  return column < LETTERS ? last : `${letters(Math.floor(column / LETTERS) - 1)}${last}`
}
