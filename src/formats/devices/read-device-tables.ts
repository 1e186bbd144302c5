import { describeFiles, type InputFile } from '../../documents/input-file.ts'
import { type ImportSource, memberPointer } from '../../documents/source.ts'
import type { Database } from '../../storage/database.ts'
import type { TableOptions } from '../format-options.ts'
import type { ImportReport } from '../import-report.ts'
import { readSheets } from '../sheets/read-sheets.ts'
import type { TableKind } from '../sheets/table-kind.ts'
import { DEVICE_ROLES, type DeviceRole, type DeviceTableRow, parseDeviceHeading } from './device-columns.ts'
import { toMembers } from './device-members.ts'

const DEVICE_TABLE: TableKind<DeviceRole> = {
  parseHeading: parseDeviceHeading,
  roleNames: DEVICE_ROLES.join(', '),
  required: 'id',
}

/**
 * Reads device tables. Their devices and sites are looked up when the database is known.
 * @throws {ImportError | CommandError} if a file cannot be read
 */
export async function readDeviceTables(
  files: readonly InputFile[],
  options: TableOptions,
  report: ImportReport,
): Promise<ImportSource> {
  const rows: DeviceTableRow[] = []
  for await (const sheet of readSheets(files, DEVICE_TABLE, options, report))
    for (const row of sheet.rows) rows.push(row)
  let members: Awaited<ReturnType<typeof toMembers>> = { sites: [], devices: [] }
  return {
    name: describeFiles(files),
    async prepare(database: Database) {
      members = await toMembers(rows, database)
      report.errors.requireNone()
    },
    document: () => members,
    pointerOf(section, index) {
      const row = section === 'devices' ? rows[index] : undefined
      if (row === undefined) return memberPointer(section, index)
      return files.length > 1 ? `${row.file}: ${row.label}` : row.label
    },
  }
}
