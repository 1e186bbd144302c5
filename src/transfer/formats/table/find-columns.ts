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
import { findMarks } from './mark-headings.ts'
import { findPriceColumns, type PriceColumns, type SizeColumn } from './price-columns.ts'
import { isInCents, readPriceHeading } from './price-headings.ts'
import { askFor, listHeadings, refusal, type Sheet, sameHeadings } from './refusals.ts'

const OR_SIZES = ', or each that is for a size with --column "price SIZE=HEADING"'
const SIDE_BY_SIDE =
  'has two tables side by side: put the second one below the first, or on a sheet of its own'
/** How the option begins that names the prices of a size: `price Small`. */
const PRICE_OF_SIZE = /^price\s+(?<size>\S.*)$/iu

/** What is found so far. */
interface Search {
  readonly sheet: Sheet
  readonly at: Map<ColumnRole, number>
  /** The sizes that the user names. */
  readonly sizes: Map<number, SizeColumn>
  readonly problems: string[]
}

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
  for (const role of ROLES) if (role !== 'price' && !search.at.has(role)) findBySpelling(search, role)
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

function findHeading({ sheet, problems }: Search, role: string, wanted: string): number | undefined {
  const same = [...sheet.headings].filter(
    ([, heading]) => normalizeHeading(heading) === normalizeHeading(wanted),
  )
  const exact = same.filter(([, heading]) => heading === wanted.trim())
  const [found, ...others] = exact.length > 0 ? exact : same
  if (found === undefined) problems.push(askFor(sheet, `has no heading "${wanted}"`, role))
  if (others.length > 0) problems.push(`has several headings "${wanted}": rename one of them`)
  return found?.[0]
}

function findBySpelling({ sheet, at, sizes, problems }: Search, role: ColumnRole): void {
  const taken = new Set([...at.values(), ...sizes.keys()])
  const found = [...sheet.headings].filter(
    ([column, heading]) => !taken.has(column) && roleOfHeading(heading) === role,
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

function findPrices(search: Search, currency = ''): PriceColumns {
  const { sheet, at, sizes, problems } = search
  const price = at.get('price')
  const taken = new Set([...at.values(), ...sizes.keys()])
  const headings = new Map([...sheet.headings].filter(([column]) => !taken.has(column)))
  if (sizes.size > 0 && price !== undefined)
    problems.push('has prices of sizes and a price of the item by --column: name either')
  const cents = [price ?? -1, ...sizes.keys()]
    .map((column) => sheet.headings.get(column) ?? '')
    .find(isInCents)
  if (cents !== undefined) problems.push(inCents(cents))
  if (price !== undefined) return { price }
  if (sizes.size > 0)
    return { sizes: new Map([...(findPriceColumns(headings, currency).sizes ?? []), ...sizes]) }
  const found = findUnnamed(search, headings, currency)
  // Beside a column of sizes, columns with prices of sizes may be anything.
  return at.has('size') && found.price === undefined ? {} : found
}

/** Finds prices that the user does not name. */
function findUnnamed(
  { sheet, problems }: Search,
  headings: ReadonlyMap<number, string>,
  currency: string,
): PriceColumns {
  const repeated = repeatedPrice(headings)
  if (repeated !== undefined) problems.push(sameHeadings(repeated, 'price'))
  const found = repeated === undefined ? findPriceColumns(headings, currency) : {}
  const cents = [...headings.values()].find((heading) => readPriceHeading(heading) && isInCents(heading))
  if (found.problem !== undefined)
    problems.push(cents ? inCents(cents) : askFor(sheet, found.problem, 'price', OR_SIZES))
  return found
}

function inCents(heading: string): string {
  return `has prices in cents (${heading}): divide them by 100, and call the column Price`
}

function repeatedPrice(headings: ReadonlyMap<number, string>): string | undefined {
  const seen = new Set<string>()
  for (const heading of headings.values()) {
    if (seen.has(heading) && readPriceHeading(heading)?.kind === 'plain') return heading
    seen.add(heading)
  }
  return undefined
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
