import { CommandError } from '../../../lib/flow/command-error.ts'
import { cleanText } from '../mapping/text.ts'
import { languagesIn } from './bilingual.ts'
import { HEADING_WORDS } from './heading-words.ts'
import type { SizeColumn } from './price-columns.ts'
import { readPriceHeading } from './price-headings.ts'
import { PRICE_WORDS } from './price-words.ts'

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
  'sold out': { spellings: ['sold out'] },
  'menu id': { spellings: ['menu id'], width: 20 },
  'group id': { spellings: ['group id'], width: 20 },
  'group description': { spellings: ['group description'], width: 40 },
  'group tags': { spellings: ['group tags'], width: 28 },
  id: { spellings: ['id'], width: 20 },
} as const satisfies Record<string, { spellings: readonly string[]; width?: number }>

export type ColumnRole = keyof typeof COLUMNS
export const ROLES = Object.keys(COLUMNS).filter((name): name is ColumnRole => Object.hasOwn(COLUMNS, name))
const OTHER_SPELLINGS: Readonly<Partial<Record<ColumnRole, string>>> = HEADING_WORDS
/** What headings say that a column is, by their normalized spellings. */
export const ROLE_BY_SPELLING: ReadonlyMap<string, ColumnRole> = new Map(
  ROLES.flatMap((role) => {
    const words = OTHER_SPELLINGS[role]?.split(', ') ?? []
    return [...COLUMNS[role].spellings, ...words].map((spelling): [string, ColumnRole] => [spelling, role])
  }),
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
  /** The sizes by the columns with their prices. */
  readonly sizes?: ReadonlyMap<number, SizeColumn>
  /** The tags of allergens and diets by the columns with their marks. */
  readonly marks?: ReadonlyMap<number, string>
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
  return cleanText(cleanHeading(heading).replace(/[\s_-]+/gu, ' ')).toLowerCase()
}

/** A heading without what nobody sees, pictures, and a mark at its end: `In stock?`, `Price*`. */
export function cleanHeading(heading: unknown): string {
  const text = cleanText(String(heading).replace(/\p{Cf}/gu, ''))
  return withoutMarks(cleanText(text.replace(PICTURES, ' ')) || text)
}

const PICTURES = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f})+/gu

/** A heading without the marks at its end. One of nothing else stays. */
function withoutMarks(text: string): string {
  let end = text.length
  while (end > 0 && '?:* '.includes(text.charAt(end - 1))) end -= 1
  return end === 0 ? text : text.slice(0, end)
}

/** What a column with this heading is; undefined if the heading does not say so. */
export function roleOfHeading(heading: string): ColumnRole | undefined {
  return roleOfWord(heading) ?? roleInLanguages(heading)
}

/** Like `roleOfHeading`, for a text in one language. */
export function roleOfWord(text: string): ColumnRole | undefined {
  return ROLE_BY_SPELLING.get(normalizeHeading(text))
}

/** What a heading in several languages says, if all mean the same. */
function roleInLanguages(heading: string): ColumnRole | undefined {
  for (const parts of languagesIn(cleanHeading(heading))) {
    const roles = new Set(parts.map(roleOfWord))
    const [role] = roles
    if (roles.size === 1 && role !== undefined) return role
  }
  return undefined
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
