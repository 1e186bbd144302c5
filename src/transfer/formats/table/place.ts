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
  const { file, sheet, row } = place
  const sheetPart = sheet === undefined ? '' : `sheet ${sheet}, `
  const columnPart = heading === undefined ? '' : `, column ${heading}`
  report.errors.add(`${file}: ${sheetPart}row ${row}${columnPart}`, message)
}
