import type { FormatOptions } from '../format.ts'
import type { InputFile } from '../input-file.ts'
import type { ConversionReport } from '../report.ts'
import { normalizeHeading } from '../table/columns.ts'
import type { TableRow } from '../table/row.ts'
import { readTables } from '../table/sheets.ts'
import { areDeviceHeadings, type DeviceRole, roleOfDeviceHeading } from './columns.ts'
import { findDeviceColumns } from './find-columns.ts'

export type DeviceRow = TableRow<DeviceRole>

/** Reads the rows of lists of devices, in their order. @throws {DocumentError | CommandError} if they cannot be read */
export async function readDeviceRows(
  files: readonly InputFile[],
  options: Pick<FormatOptions, 'column' | 'withoutSheet' | 'withHidden' | 'onRead'>,
  report: ConversionReport,
): Promise<readonly DeviceRow[]> {
  const { column: chosen = new Map<string, string>() } = options
  const named = new Set([...chosen.values()].map(normalizeHeading))
  const rows: DeviceRow[] = []
  await readTables<DeviceRole>(files, options, report, {
    isHeadings: (cells) =>
      areDeviceHeadings(cells) || cells.some((cell) => named.has(normalizeHeading(cell))),
    required: 'must have a row of headings, but is empty',
    keepsHidden: (heading) => named.has(normalizeHeading(heading)) || roleOfDeviceHeading(heading) === 'id',
    begin: (place, headings) => ({
      columns: findDeviceColumns(place, headings, chosen),
      read(row) {
        rows.push(row)
      },
    }),
  })
  return rows
}
