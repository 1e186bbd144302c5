import type { ColumnRole } from './columns.ts'
import { findPriceColumns, type PriceColumns, type SizeColumn } from './price-columns.ts'
import { isInCents, readPriceHeading } from './price-headings.ts'
import { askFor, type Sheet, sameHeadings } from './refusals.ts'

const OR_SIZES = ', or each that is for a size with --column "price SIZE=HEADING"'

/** What is found of the columns of a sheet so far. */
export interface Search<Role extends string = ColumnRole> {
  readonly sheet: Sheet
  readonly at: Map<Role, number>
  /** The sizes that the user names. */
  readonly sizes: Map<number, SizeColumn>
  readonly problems: string[]
}

/** Finds the columns of prices. What is wrong with them is added to the problems. */
export function findPrices(search: Search, currency = ''): PriceColumns {
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
