import { CommandError } from '../../../lib/flow/command-error.ts'
import { DocumentError } from '../../errors.ts'
import type { Row } from '../containers/container.ts'
import { currenciesOf } from '../mapping/currencies.ts'
import { cleanText } from '../mapping/text.ts'
import { currencyOfHeading, sizeOfHeading } from './price-headings.ts'
import { PRICE_WORDS } from './price-words.ts'
import { listHeadings, refusal, type Sheet, sameHeadings } from './refusals.ts'
import { findSizeColumns } from './size-columns.ts'

/**
 * What a column of a table may be, the headings that say so, and its width in characters if exports have it. The first columns
 * are for people, the last ones let an import find everything again.
 */
export const COLUMNS = {
  menu: { spellings: ['menu'], width: 20 },
  location: { spellings: ['location'], width: 20 },
  restaurant: { spellings: ['restaurant'], width: 20 },
  group: { spellings: ['group', 'category', 'section'], width: 28 },
  subcategory: { spellings: ['subcategory', 'sub category'] },
  item: { spellings: ['item', 'name', 'title'], width: 32 },
  size: { spellings: ['size', 'variant', 'variation'], width: 18 },
  description: { spellings: ['description'], width: 50 },
  price: { spellings: PRICE_WORDS, width: 10 },
  calories: { spellings: ['calories', 'cal', 'kcal'], width: 10 },
  tags: { spellings: ['tags'], width: 28 },
  allergens: { spellings: ['allergens', 'allergen'] },
  diets: { spellings: ['diets', 'diet', 'dietary preferences'] },
  'in stock': { spellings: ['in stock', 'available', 'is available'], width: 10 },
  'menu id': { spellings: ['menu id'], width: 20 },
  'group id': { spellings: ['group id'], width: 20 },
  'group description': { spellings: ['group description'], width: 40 },
  'group tags': { spellings: ['group tags'], width: 28 },
  id: { spellings: ['id'], width: 20 },
} as const satisfies Record<string, { spellings: readonly string[]; width?: number }>

export type ColumnRole = keyof typeof COLUMNS
const ROLES = Object.keys(COLUMNS).filter((name): name is ColumnRole => Object.hasOwn(COLUMNS, name))
const ROLE_BY_SPELLING: ReadonlyMap<string, ColumnRole> = new Map(
  ROLES.flatMap((role) => COLUMNS[role].spellings.map((spelling) => [spelling, role])),
)

/** The columns of exports. */
export type Heading = {
  [Role in ColumnRole]: (typeof COLUMNS)[Role] extends { width: number } ? Role : never
}[ColumnRole]
export const HEADINGS = ROLES.filter((role): role is Heading => Object.hasOwn(COLUMNS[role], 'width'))

const PLACES = ['menu', 'location', 'restaurant', 'menu id', 'group', 'subcategory']
/** The columns that only groups have, and those that only items and their sizes have. */
export const GROUP_ROLES = ROLES.filter((role) => role.startsWith('group '))
export const ITEM_ROLES = ROLES.filter((role) => ![...PLACES, ...GROUP_ROLES].includes(role))

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
