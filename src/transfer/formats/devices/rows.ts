import { CommandError } from '../../../lib/flow/command-error.ts'
import { DocumentError } from '../../errors.ts'
import type { Row } from '../containers/container.ts'
import type { FormatOptions } from '../format.ts'
import type { InputFile } from '../input-file.ts'
import type { ConversionReport } from '../report.ts'
import { type Columns, cleanHeading, normalizeHeading } from '../table/columns.ts'
import { isMenu } from '../table/device-headings.ts'
import { findBySpelling, findHeading } from '../table/find-columns.ts'
import type { Search } from '../table/find-prices.ts'
import { askFor, refusal, type Sheet } from '../table/refusals.ts'
import type { TableRow } from '../table/row.ts'
import { readTables } from '../table/sheets.ts'
import {
  areDeviceHeadings,
  DEVICE_ROLE_BY_SPELLING,
  DEVICE_ROLES,
  type DeviceRole,
  roleOfDeviceHeading,
} from './columns.ts'

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
    roles: DEVICE_ROLE_BY_SPELLING,
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

const NO_ID =
  'has no column that is known to have the id or MAC address, which each device needs (add one if there is none)'

/**
 * Finds what the columns of a list of devices are.
 * @param chosen the headings that the user names, by roles
 * @throws {DocumentError | CommandError} with all that is wrong with the headings
 */
function findDeviceColumns(
  place: string,
  { cells, sheet: name }: Row,
  chosen: ReadonlyMap<string, string>,
): Columns<DeviceRole> {
  const headings = new Map([...cells].map(([column, heading]) => [column, cleanHeading(heading)]))
  const sheet: Sheet = { place, name, headings }
  if (isMenu([...headings.values()]))
    throw new DocumentError(`${place}: is a menu and no list of devices: leave out --as devices`)
  const search: Search<DeviceRole> = { sheet, at: new Map(), sizes: new Map(), problems: [] }
  const { at, problems } = search
  for (const [name, heading] of chosen) {
    const role = requireDeviceRole(name)
    const column = findHeading(search, role, heading)
    if (column !== undefined) at.set(role, column)
  }
  for (const role of DEVICE_ROLES) if (!at.has(role)) findBySpelling(search, role, roleOfDeviceHeading)
  if (!at.has('id') && problems.length === 0) problems.push(askFor(sheet, NO_ID, 'id'))
  if (problems.length > 0) throw refusal(sheet, problems)
  return { at, headings }
}

/** @throws {CommandError} if the user names something that no column is */
function requireDeviceRole(name: string): DeviceRole {
  const role = roleOfDeviceHeading(name)
  if (role !== undefined) return role
  throw new CommandError(
    `A list of devices has no ${name}: --column names one of ${DEVICE_ROLES.join(', ')}.`,
  )
}
