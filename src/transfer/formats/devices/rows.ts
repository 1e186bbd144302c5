import { CommandError } from '../../../lib/flow/command-error.ts'
import { DocumentError } from '../../errors.ts'
import type { Row } from '../containers/container.ts'
import type { FormatOptions } from '../format.ts'
import type { InputFile } from '../input-file.ts'
import type { ConversionReport } from '../report.ts'
import { type Columns, cleanHeading, normalizeHeading } from '../table/columns.ts'
import { isMenu } from '../table/device-headings.ts'
import { askFor, listHeadings, refusal, type Sheet } from '../table/refusals.ts'
import type { TableRow } from '../table/row.ts'
import { readTables } from '../table/sheets.ts'
import { areDeviceHeadings, DEVICE_ROLES, type DeviceRole, roleOfDeviceHeading } from './columns.ts'

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
  const wanted = new Map([...chosen].map(([role, heading]) => [requireDeviceRole(role), heading]))
  const at = new Map<DeviceRole, number>()
  const problems: string[] = []
  for (const [role, heading] of wanted) choose(role, headingsLike(headings, heading))
  for (const role of DEVICE_ROLES) if (!wanted.has(role)) findBySpelling(role)
  if (!at.has('id') && problems.length === 0) problems.push(askFor(sheet, NO_ID, 'id'))
  if (problems.length > 0) throw refusal(sheet, problems)
  return { at, headings }

  function choose(role: DeviceRole, found: readonly number[]): void {
    const [only, ...others] = found
    if (only === undefined) problems.push(askFor(sheet, `has no heading "${wanted.get(role)}"`, role))
    else if (others.length > 0)
      problems.push(`has several headings "${wanted.get(role)}": rename all but one`)
    else at.set(role, only)
  }

  function findBySpelling(role: DeviceRole): void {
    const taken = new Set(at.values())
    const found = [...headings].filter(([column, text]) => !taken.has(column) && isOf(role, text))
    const names = listHeadings(found.map(([, text]) => text))
    if (found.length > 1)
      problems.push(askFor(sheet, `has several columns that could be the ${role} (${names})`, role))
    else for (const [column] of found) at.set(role, column)
  }
}

function isOf(role: DeviceRole, heading: string): boolean {
  return roleOfDeviceHeading(heading) === role
}

function headingsLike(headings: ReadonlyMap<number, string>, wanted: string): readonly number[] {
  const same = [...headings].filter(([, text]) => normalizeHeading(text) === normalizeHeading(wanted))
  return same.map(([column]) => column)
}

/** @throws {CommandError} if the user names something that no column is */
function requireDeviceRole(name: string): DeviceRole {
  const role = roleOfDeviceHeading(name)
  if (role !== undefined) return role
  throw new CommandError(
    `A list of devices has no ${name}: --column names one of ${DEVICE_ROLES.join(', ')}.`,
  )
}
