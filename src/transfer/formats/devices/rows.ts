import type { FormatOptions } from '../format.ts'
import type { InputFile } from '../input-file.ts'
import type { ConversionReport } from '../report.ts'
import { type Columns, normalizeHeading } from '../table/columns.ts'
import { addFault } from '../table/place.ts'
import { TableRow } from '../table/row.ts'
import { MORE_CELLS } from '../table/sheet.ts'
import { readTables, type SheetReader } from '../table/sheets.ts'
import { loseColumns } from '../table/unread-columns.ts'
import {
  areDeviceHeadings,
  DEVICE_ROLE_BY_SPELLING,
  type DeviceRole,
  roleOfDeviceHeading,
} from './columns.ts'
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
  await readTables(files, options, report, {
    isHeadings: (cells) =>
      areDeviceHeadings(cells) || cells.some((cell) => named.has(normalizeHeading(cell))),
    required: 'must have a row of headings, but is empty',
    keepsHidden: (heading) => named.has(normalizeHeading(heading)) || roleOfDeviceHeading(heading) === 'id',
    begin(file, headings) {
      const place = headings.sheet === undefined ? file.name : `${file.name}: sheet ${headings.sheet}`
      const columns = findDeviceColumns(place, headings, chosen)
      return beginList(file.name, headings.width, columns, report, (row) => rows.push(row))
    },
  })
  return rows
}

function beginList(
  file: string,
  width = Number.POSITIVE_INFINITY,
  columns: Columns<DeviceRole>,
  report: ConversionReport,
  onRow: (row: DeviceRow) => void,
): SheetReader {
  const used = new Set(columns.at.values())
  const unread = new Set<number>()

  return {
    read(cells) {
      const row = new TableRow(file, cells, columns, report)
      if ((cells.width ?? 0) > width) {
        addFault(report, row.place, undefined, MORE_CELLS)
        return true
      }
      for (const column of cells.cells.keys()) if (!used.has(column)) unread.add(column)
      if (row.isEmpty) return false
      if (!row.refuseCells()) onRow(row)
      return true
    },

    end() {
      loseColumns(unread, columns, DEVICE_ROLE_BY_SPELLING, report)
    },
  }
}
