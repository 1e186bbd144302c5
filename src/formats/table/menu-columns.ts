import { TAG_PREFIXES } from '../../lib/food/mark-names.ts'
import { keysOf } from '../../lib/records.ts'
import { type FoodKind, isKnownFoodTag, knownFoodTag } from '../food-tags.ts'
import { currenciesOf } from '../shared/currencies.ts'
import { cleanHeading, normalizeHeading } from '../sheets/heading-rules.ts'
import type { HeadingMeaning } from '../sheets/table-kind.ts'
import { meaningsOf } from '../words/words.ts'

interface MenuColumn {
  /** What the column describes: an item, a group, or the place of both, such as the menu or the names of groups. */
  readonly describes: 'place' | 'group' | 'item'
  /** The width in characters. */
  readonly width: number
  /** Whether exported tables have the column. Columns whose values another column has, such as allergens, are left out. */
  readonly isInExport: boolean
  /** Whether templates have the column. A template is an empty table for people. */
  readonly isInTemplate: boolean
}

/** The columns that a table may have, by their roles. Exports and templates have them in this order. */
export const COLUMNS = {
  menu: { describes: 'place', width: 20, isInExport: true, isInTemplate: true },
  location: { describes: 'place', width: 20, isInExport: true, isInTemplate: true },
  restaurant: { describes: 'place', width: 20, isInExport: true, isInTemplate: true },
  group: { describes: 'place', width: 28, isInExport: true, isInTemplate: true },
  subcategory: { describes: 'place', width: 20, isInExport: false, isInTemplate: false },
  item: { describes: 'item', width: 32, isInExport: true, isInTemplate: true },
  size: { describes: 'item', width: 18, isInExport: true, isInTemplate: true },
  description: { describes: 'item', width: 50, isInExport: true, isInTemplate: true },
  price: { describes: 'item', width: 10, isInExport: true, isInTemplate: true },
  currency: { describes: 'item', width: 10, isInExport: false, isInTemplate: false },
  calories: { describes: 'item', width: 10, isInExport: true, isInTemplate: true },
  tags: { describes: 'item', width: 28, isInExport: true, isInTemplate: true },
  allergens: { describes: 'item', width: 28, isInExport: false, isInTemplate: true },
  diets: { describes: 'item', width: 20, isInExport: false, isInTemplate: true },
  'in stock': { describes: 'item', width: 10, isInExport: true, isInTemplate: true },
  'sold out': { describes: 'item', width: 10, isInExport: false, isInTemplate: false },
  'menu id': { describes: 'place', width: 20, isInExport: true, isInTemplate: false },
  'group id': { describes: 'group', width: 20, isInExport: true, isInTemplate: false },
  'group description': { describes: 'group', width: 40, isInExport: true, isInTemplate: false },
  'group tags': { describes: 'group', width: 28, isInExport: true, isInTemplate: false },
  id: { describes: 'item', width: 20, isInExport: true, isInTemplate: false },
} as const satisfies Record<string, MenuColumn>

export type NamedRole = keyof typeof COLUMNS
/** Besides named roles: columns of yes or no for one allergen or diet. */
export type Role = NamedRole | `${(typeof TAG_PREFIXES)[FoodKind]}${string}`

const NAMED_ROLES = keysOf(COLUMNS)
/** The headings of an exported table are the roles of its columns. */
export const EXPORTED_HEADINGS = NAMED_ROLES.filter((role) => COLUMNS[role].isInExport)
export const TEMPLATE_HEADINGS = NAMED_ROLES.filter((role) => COLUMNS[role].isInTemplate)
/** The roles that a user may name. */
export const ROLE_NAMES = `${NAMED_ROLES.join(', ')}, or an allergen or a diet as in "allergen:milk"`

export function describedBy(role: Role): MenuColumn['describes'] {
  return isNamed(role) ? COLUMNS[role].describes : 'item'
}

function isNamed(role: string): role is NamedRole {
  return Object.hasOwn(COLUMNS, role)
}

/** Whether the cells of a column say yes or no to an allergen or a diet. */
export function isFoodTag(role: string): boolean {
  return role.includes(':')
}

/** How the tags of a column with tags of items begin; undefined for any other column. */
export function tagPrefixOf(role: Role): string | undefined {
  return isFoodTag(role) ? role : PREFIXES.get(role)
}
const PREFIXES: ReadonlyMap<string, string> = new Map([['tags', ''], ...Object.entries(TAG_PREFIXES)])

const WORDS = meaningsOf('headings')
/** A code needs brackets, because many codes are also words. */
const CURRENCY = /[([](?<code>[A-Z]{3})[)\]]$|[([]?(?<sign>\p{Sc})[)\]]?$/u

/** What a heading means; undefined if that is not certain. */
export function parseMenuHeading(heading: string): HeadingMeaning<Role> | undefined {
  const text = normalizeHeading(heading)
  const role =
    WORDS.get(text) ??
    (isKnownFoodTag(heading) ? heading : (knownFoodTag('diets', text) ?? knownFoodTag('allergens', text)))
  return role !== undefined && isRole(role) ? { role } : parsePriceHeading(cleanHeading(heading))
}

function isRole(text: string): text is Role {
  return isNamed(text) || isFoodTag(text)
}

/** `Price (EUR)` or `Preis €`. */
function parsePriceHeading(heading: string): HeadingMeaning<Role> | undefined {
  const { code, sign } = CURRENCY.exec(heading)?.groups ?? {}
  const currency = code ?? sign ?? ''
  const role = WORDS.get(normalizeHeading(heading.replace(CURRENCY, '')))
  return role === 'price' && currenciesOf(currency) !== undefined ? { role, currency } : undefined
}
