import { CommandError } from '../../../lib/flow/command-error.ts'
import { DocumentError } from '../../errors.ts'
import type { Row } from '../containers/container.ts'
import { currenciesOf } from '../mapping/currencies.ts'
import { cleanText } from '../mapping/text.ts'
import { currencyOfHeading, sizeOfHeading } from './price-headings.ts'
import { PRICE_WORDS } from './price-words.ts'
import { listHeadings, refusal, type Sheet, sameHeadings } from './refusals.ts'
import { findSizeColumns } from './size-columns.ts'

/** What a column of a table may be, and the headings that say so. */
const SPELLINGS = {
  menu: ['menu'],
  location: ['location'],
  restaurant: ['restaurant'],
  group: ['group', 'category', 'section'],
  subcategory: ['subcategory', 'sub category'],
  item: ['item', 'name', 'title'],
  size: ['size', 'variant', 'variation'],
  description: ['description'],
  price: PRICE_WORDS,
  calories: ['calories', 'cal', 'kcal'],
  tags: ['tags'],
  allergens: ['allergens', 'allergen'],
  diets: ['diets', 'diet', 'dietary preferences'],
  'in stock': ['in stock', 'available', 'is available'],
  'menu id': ['menu id'],
  'group id': ['group id'],
  'group description': ['group description'],
  'group tags': ['group tags'],
  id: ['id'],
} as const

export type ColumnRole = keyof typeof SPELLINGS
const ROLES = Object.keys(SPELLINGS).filter((name) => isRole(name))
const ROLE_BY_SPELLING: ReadonlyMap<string, ColumnRole> = new Map(
  ROLES.flatMap((role) => SPELLINGS[role].map((spelling) => [spelling, role])),
)

/** The columns of one sheet, by what they are called here. */
export interface Columns<Name extends string = ColumnRole> {
  readonly at: ReadonlyMap<Name, number>
  /** All headings by their columns, as they are written. */
  readonly headings: ReadonlyMap<number, string>
  /** The names of sizes by the columns with their prices. */
  readonly sizes?: ReadonlyMap<number, string>
  /** The code or sign in the heading of the prices; empty if there is none. */
  readonly currency?: string
}

function isRole(name: string): name is ColumnRole {
  return Object.hasOwn(SPELLINGS, name)
}

/** What the user says of the columns. */
export interface GivenColumns {
  /** The headings that are named, by roles. */
  readonly chosen: ReadonlyMap<string, string>
  /** The ISO 4217 code of the prices to take. */
  readonly currency?: string | undefined
}

/** Spaces, underscores and hyphens are the same, and so are upper and lower case. Invisible characters do not count. */
export function normalizeHeading(heading: unknown): string {
  return cleanText(
    String(heading)
      .replace(/(?!\ufeff)[\s_-]+/gu, ' ')
      .replace(/\p{Cf}/gu, ''),
  ).toLowerCase()
}

/** What a column with this heading is; undefined if the heading does not say so. */
function roleOfHeading(heading: string): ColumnRole | undefined {
  return ROLE_BY_SPELLING.get(normalizeHeading(heading))
}

/** Whether a row has a heading for the item, and at least one for something else. */
export function areHeadings(cells: readonly string[]): boolean {
  const roles = cells.map(
    (cell) => roleOfHeading(cell) ?? ((sizeOfHeading(cell) || currencyOfHeading(cell)) && 'price'),
  )
  return roles.includes('item') && roles.filter((role) => role !== undefined).length > 1
}

/**
 * Finds the columns of a table by the headings in its first row.
 * @param place the name of the file, and of the sheet, for errors
 * @throws {DocumentError | CommandError} if a column is missing, or if several columns could be it
 */
export function findColumns(
  place: string,
  headingRow: Row,
  { chosen, currency: wanted }: GivenColumns,
): Columns {
  const headings = new Map(
    [...headingRow.cells].map(([column, heading]) => [column, cleanText(String(heading))]),
  )
  const sheet = { place, name: headingRow.sheet, headings }
  const at = new Map<ColumnRole, number>()
  for (const [name, heading] of chosen) at.set(requireRole(name), findHeading(sheet, name, heading))
  for (const role of ROLES) {
    const column = at.get(role) ?? findBySpelling(sheet, new Set(at.values()), role)
    if (column !== undefined) at.set(role, column)
  }
  if (!at.has('item')) throw refusal(sheet, 'has no column that is known to be the item', 'item')
  const price = at.get('price') ?? findCurrencyColumn(headings, wanted)
  if (price !== undefined) at.set('price', price)
  // With a column of prices, others may be anything: what an item costs the restaurant, for example.
  const hasSizes = !at.has('price') && !at.has('size')
  const currency = currencyOfHeading(headings.get(price ?? -1) ?? '')
  return { at, headings, currency, sizes: hasSizes ? findSizeColumns(headings) : new Map() }
}

/** The column of prices whose heading names their currency. Of several, it is the one in the currency that is wanted. */
function findCurrencyColumn(headings: ReadonlyMap<number, string>, wanted = ''): number | undefined {
  const found = [...headings].filter(([, heading]) => currencyOfHeading(heading) !== '')
  const inWanted = found.filter(([, heading]) =>
    currenciesOf(currencyOfHeading(heading))?.has(wanted.toUpperCase()),
  )
  const [only, ...others] = found.length > 1 ? inWanted : found
  return others.length === 0 ? only?.[0] : undefined
}

function requireRole(name: string): ColumnRole {
  const role = roleOfHeading(name)
  if (role === undefined)
    throw new CommandError(`A table has no ${name}: --column names one of ${ROLES.join(', ')}.`)
  return role
}

function findHeading(sheet: Sheet, role: string, wanted: string): number {
  const { place, headings } = sheet
  const same = [...headings].filter(([, heading]) => normalizeHeading(heading) === normalizeHeading(wanted))
  const exact = same.filter(([, heading]) => heading === wanted.trim())
  const [found, ...others] = exact.length > 0 ? exact : same
  if (found === undefined) throw refusal(sheet, `has no heading "${wanted}"`, role)
  if (others.length > 0)
    throw new DocumentError(`${place}: has several headings "${wanted}": rename one of them`)
  return found[0]
}

function findBySpelling(sheet: Sheet, taken: ReadonlySet<number>, role: ColumnRole): number | undefined {
  const found = [...sheet.headings].filter(
    ([column, heading]) => !taken.has(column) && roleOfHeading(heading) === role,
  )
  const [only, ...others] = found
  if (others.length === 0) return only?.[0]
  if (new Set(found.map(([, heading]) => heading)).size < found.length)
    throw new DocumentError(`${sheet.place}: ${sameHeadings(only?.[1] ?? '', role)}`)
  const names = listHeadings(found.map(([, heading]) => heading))
  throw refusal(sheet, `has several columns that could be the ${role} (${names})`, role)
}
