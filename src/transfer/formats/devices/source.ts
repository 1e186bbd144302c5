import type { Database } from '../../../storage/database.ts'
import { DocumentError } from '../../errors.ts'
import { memberPointer, type Source } from '../../source.ts'
import type { FormatOptions } from '../format.ts'
import { describeFiles, type InputFile } from '../input-file.ts'
import type { ConversionReport } from '../report.ts'
import { readSample } from '../sample.ts'
import { rowLabel } from '../table/place.ts'
import { type DeviceList, toMembers } from './members.ts'
import { type DeviceRow, readDeviceRows } from './rows.ts'
import { requireUsers } from './users.ts'

/**
 * Reads lists of devices. Which devices and sites are meant is found when the database is known.
 * @throws {DocumentError | CommandError} if a file cannot be read
 */
export async function readDeviceLists(
  files: readonly InputFile[],
  options: Omit<FormatOptions, 'nowMs' | 'stock'>,
  report: ConversionReport,
): Promise<Source> {
  for (const file of files) await requireTable(file)
  const rows = await readDeviceRows(files, options, report)
  return listSource(rows, describeFiles(files), report)
}

/** @throws {DocumentError} if a file is JSON, XML or HTML */
async function requireTable(file: InputFile): Promise<void> {
  const { kind, paths } = await readSample(file)
  if (kind === 'text' || kind === 'workbook' || kind === 'binary') return
  const advice = paths.has('devices') ? 'leave out --as devices' : 'save the list of devices as CSV or XLSX'
  throw new DocumentError(`${file.name}: is no table, which --as devices reads: ${advice}`)
}

function listSource(rows: readonly DeviceRow[], name: string, report: ConversionReport): Source {
  let list: DeviceList = { sites: [], devices: [] }
  return {
    name,
    async prepare(database: Database) {
      list = await toMembers(rows, database)
      await requireUsers(database, rows)
      report.errors.throwIfAny()
    },
    document: () => list,
    // A list of devices is no list of all sites.
    partial: ['sites'],
    pointerOf(section, index) {
      const row = section === 'devices' ? rows[index] : undefined
      return row === undefined ? memberPointer(section, index) : rowLabel(row.place)
    },
  }
}
