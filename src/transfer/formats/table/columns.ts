import { CommandError } from '../../../lib/flow/command-error.ts'
import { cleanText } from '../mapping/text.ts'
import { HEADING_WORDS } from './heading-words.ts'
import type { SizeColumn } from './price-columns.ts'
import { readPriceHeading } from './price-headings.ts'
import { PRICE_WORDS } from './price-words.ts'

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
  'sold out': ['sold out'],
  'menu id': ['menu id'],
  'group id': ['group id'],
  'group description': ['group description'],
  'group tags': ['group tags'],
  id: ['id'],
} as const

export type ColumnRole = keyof typeof SPELLINGS
export const ROLES = Object.keys(SPELLINGS).filter((name) => isRole(name))
const ROLE_BY_SPELLING: ReadonlyMap<string, ColumnRole> = new Map(
  ROLES.flatMap((role) => {
    const words = HEADING_WORDS[role]?.split(', ') ?? []
    return [...SPELLINGS[role], ...words].map((spelling): [string, ColumnRole] => [spelling, role])
  }),
)

/** The columns of one sheet, by what they are called here. */
export interface Columns<Name extends string = ColumnRole> {
  readonly at: ReadonlyMap<Name, number>
  /** All headings by their columns, as they are written. */
  readonly headings: ReadonlyMap<number, string>
  /** The sizes by the columns with their prices. */
  readonly sizes?: ReadonlyMap<number, SizeColumn>
  /** The code or sign in the heading of the prices; empty if there is none. */
  readonly currency?: string
}

/** Spaces without width, and marks of the direction of writing. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/gu

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

/** Spaces, underscores and hyphens are the same, and so are upper and lower case. */
export function normalizeHeading(heading: unknown): string {
  return cleanText(cleanHeading(heading).replace(/[\s_-]+/gu, ' ')).toLowerCase()
}

/** A heading without what nobody sees, and without a mark at its end: `In stock?`, `Price*`. */
export function cleanHeading(heading: unknown): string {
  const visible = String(heading).normalize('NFC').replace(INVISIBLE, '')
  return withoutMarks(cleanText(visible))
}

/** A heading without the marks at its end. One of nothing else stays. */
function withoutMarks(text: string): string {
  let end = text.length
  while (end > 0 && '?:* '.includes(text.charAt(end - 1))) end -= 1
  return end === 0 ? text : text.slice(0, end)
}

/** What a column with this heading is; undefined if the heading does not say so. */
export function roleOfHeading(heading: string): ColumnRole | undefined {
  return ROLE_BY_SPELLING.get(normalizeHeading(heading))
}

/** Whether a row has a heading for the item, and at least one for something else. */
export function areHeadings(cells: readonly string[]): boolean {
  const roles = cells.map((cell) => roleOfHeading(cell) ?? (readPriceHeading(cleanHeading(cell)) && 'price'))
  return roles.includes('item') && roles.filter((role) => role !== undefined).length > 1
}

/** @throws {CommandError} if the user names something that no column is */
export function requireRole(name: string): ColumnRole {
  const role = roleOfHeading(name)
  if (role === undefined)
    throw new CommandError(
      `A table has no ${name}: --column names one of ${ROLES.join(', ')}, or the price of a size as in "price Small".`,
    )
  return role
}
