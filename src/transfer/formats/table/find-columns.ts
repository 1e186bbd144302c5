import type { Row } from '../containers/container.ts'
import {
  type ColumnRole,
  type Columns,
  cleanHeading,
  type GivenColumns,
  normalizeHeading,
  ROLES,
  requireRole,
  roleOfHeading,
} from './columns.ts'
import { refuseDevices } from './device-headings.ts'
import { findPrices, type Search } from './find-prices.ts'
import { findMarks } from './mark-headings.ts'
import type { PriceColumns } from './price-columns.ts'
import { readPriceHeading } from './price-headings.ts'
import { askFor, listHeadings, refusal, type Sheet, sameHeadings } from './refusals.ts'

const SIDE_BY_SIDE =
  'has two tables side by side: put the second one below the first, or on a sheet of its own'
/** How the option begins that names the prices of a size: `price Small`. */
const PRICE_OF_SIZE = /^price\s+(?<size>\S.*)$/iu

/**
 * Finds the columns of a table by the headings in its first row.
 * @param place the name of the file, and of the sheet, for errors
 * @throws {DocumentError | CommandError} if a column is missing, or if several columns could be it: with all that is wrong
 */
export function findColumns(place: string, headingRow: Row, given: GivenColumns): Columns {
  const headings = new Map([...headingRow.cells].map(([column, heading]) => [column, cleanHeading(heading)]))
  const sheet: Sheet = { place, name: headingRow.sheet, headings }
  const search: Search = { sheet, at: new Map(), sizes: new Map(), problems: [] }
  if (areSideBySide(sheet)) throw refusal(sheet, [SIDE_BY_SIDE])
  for (const [name, heading] of given.chosen) findChosen(search, name, heading)
  for (const role of ROLES)
    if (role !== 'price' && !search.at.has(role)) findBySpelling(search, role, roleOfHeading)
  refuseDevices(sheet)
  const prices = findPrices(search, given.currency)
  if (isUnknown(search, given, 'item')) search.problems.unshift(itemIsMissing(search, prices))
  if (search.problems.length > 0) throw refusal(sheet, search.problems)
  if (prices.price !== undefined) search.at.set('price', prices.price)
  const currency = readPriceHeading(headings.get(prices.price ?? -1) ?? '')?.currency ?? ''
  const sizes = prices.sizes ?? new Map()
  return {
    at: search.at,
    headings,
    currency,
    sizes,
    marks: findMarks(headings, new Set([...search.at.values(), ...sizes.keys()])),
  }
}

/** Whether nothing says which column a role has. Several that may have it are another problem. */
function isUnknown({ sheet, at }: Search, { chosen }: GivenColumns, role: ColumnRole): boolean {
  const names = [...chosen.keys(), ...sheet.headings.values()]
  return !at.has(role) && !names.some((name) => roleOfHeading(name) === role)
}

/** A table and another one to the right of it repeat the item, and another heading. Languages repeat it in other words. */
function areSideBySide({ headings }: Sheet): boolean {
  const all = [...headings.values()]
  const others = all.filter((heading) => roleOfHeading(heading) !== 'item').map(normalizeHeading)
  return all.length - others.length > 1 && new Set(others).size < others.length
}

function findChosen(search: Search, name: string, heading: string): void {
  const size = PRICE_OF_SIZE.exec(name)?.groups?.['size']
  const role = size === undefined ? requireRole(name) : 'price'
  const column = findHeading(search, name, heading)
  if (column === undefined) return
  if (size !== undefined) {
    const currency = readPriceHeading(heading)?.currency ?? ''
    search.sizes.set(column, { name: size, currency })
  } else if (role === 'in stock' && roleOfHeading(heading) === 'sold out')
    search.problems.push(
      `"${heading}" says what is sold out and not what is in stock: use --column "sold out=${heading}"`,
    )
  else search.at.set(role, column)
}

/** The column of a heading that the user names. If it is not clear, that is a problem. */
export function findHeading<Role extends string>(
  { sheet, problems }: Search<Role>,
  role: string,
  wanted: string,
): number | undefined {
  const same = [...sheet.headings].filter(
    ([, heading]) => normalizeHeading(heading) === normalizeHeading(wanted),
  )
  const exact = same.filter(([, heading]) => heading === wanted.trim())
  const [found, ...others] = exact.length > 0 ? exact : same
  if (found === undefined) problems.push(askFor(sheet, `has no heading "${wanted}"`, role))
  if (others.length > 0) problems.push(`has several headings "${wanted}": rename one of them`)
  return found?.[0]
}

/** Finds the column of a role by what headings usually say. Several are a problem. */
export function findBySpelling<Role extends string>(
  { sheet, at, sizes, problems }: Search<Role>,
  role: Role,
  roleOf: (heading: string) => Role | undefined,
): void {
  const taken = new Set([...at.values(), ...sizes.keys()])
  const found = [...sheet.headings].filter(
    ([column, heading]) => !taken.has(column) && roleOf(heading) === role,
  )
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) at.set(role, only[0])
  if (others.length === 0) return
  const names = found.map(([, heading]) => heading)
  if (new Set(names).size < names.length) problems.push(sameHeadings(names[0] ?? '', role))
  else
    problems.push(
      askFor(sheet, `has several columns that could be the ${role} (${listHeadings(names)})`, role),
    )
}

/** Without the item, other columns may be unknown as well. */
function itemIsMissing({ sheet, at }: Search, { price, sizes }: PriceColumns): string {
  const hasPrices = price !== undefined || sizes !== undefined
  const missing = [
    ...(['group', 'size'] as const).filter((role) => !at.has(role)),
    ...(hasPrices ? [] : ['price']),
  ]
  const likewise = missing.length > 0 ? `, and likewise the ${missing.join(', ')} if there is one` : ''
  return askFor(sheet, 'has no column that is known to be the item', 'item', likewise)
}
