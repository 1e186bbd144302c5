import { keysOf } from '../../lib/records.ts'
import { dietTag, isKnownFoodTag, knownAllergenTag } from '../food-tags.ts'
import { currenciesOf } from '../shared/currencies.ts'
import { cleanHeading, normalizeHeading } from '../sheets/heading-text.ts'
import type { HeadingMeaning } from '../sheets/table-kind.ts'
import { meaningsOf } from '../words/words.ts'

interface Column {
  /** What a cell of the column says something about: an item, its group, or the place of both. */
  readonly about: 'place' | 'group' | 'item'
  /** The width in characters. */
  readonly width: number
  /** Whether exported tables have the column. The data of some columns are in another column, too. */
  readonly isExported: boolean
  /** Whether templates have the column. A template is an empty table for people. */
  readonly isInTemplate: boolean
}

/** The columns that a table may have, by their roles. Exports and templates have them in this order. */
export const COLUMNS = {
  menu: { about: 'place', width: 20, isExported: true, isInTemplate: true },
  location: { about: 'place', width: 20, isExported: true, isInTemplate: true },
  restaurant: { about: 'place', width: 20, isExported: true, isInTemplate: true },
  group: { about: 'place', width: 28, isExported: true, isInTemplate: true },
  subcategory: { about: 'place', width: 20, isExported: false, isInTemplate: false },
  item: { about: 'item', width: 32, isExported: true, isInTemplate: true },
  size: { about: 'item', width: 18, isExported: true, isInTemplate: true },
  description: { about: 'item', width: 50, isExported: true, isInTemplate: true },
  price: { about: 'item', width: 10, isExported: true, isInTemplate: true },
  currency: { about: 'item', width: 10, isExported: false, isInTemplate: false },
  calories: { about: 'item', width: 10, isExported: true, isInTemplate: true },
  tags: { about: 'item', width: 28, isExported: true, isInTemplate: true },
  allergens: { about: 'item', width: 28, isExported: false, isInTemplate: true },
  diets: { about: 'item', width: 20, isExported: false, isInTemplate: true },
  'in stock': { about: 'item', width: 10, isExported: true, isInTemplate: true },
  'sold out': { about: 'item', width: 10, isExported: false, isInTemplate: false },
  'menu id': { about: 'place', width: 20, isExported: true, isInTemplate: false },
  'group id': { about: 'group', width: 20, isExported: true, isInTemplate: false },
  'group description': { about: 'group', width: 40, isExported: true, isInTemplate: false },
  'group tags': { about: 'group', width: 28, isExported: true, isInTemplate: false },
  id: { about: 'item', width: 20, isExported: true, isInTemplate: false },
} as const satisfies Record<string, Column>

type NamedRole = keyof typeof COLUMNS
/** Columns of yes and no to an allergen or a diet, and of Square alone, have names of their own. */
export type Role = NamedRole | `allergen:${string}` | `diet:${string}` | `square ${string}`

const NAMED_ROLES = keysOf(COLUMNS)
/** The headings of an exported table. They are the roles of its columns. */
export type ExportedHeading = {
  [Name in NamedRole]: (typeof COLUMNS)[Name]['isExported'] extends true ? Name : never
}[NamedRole]
export const EXPORTED_HEADINGS = NAMED_ROLES.filter(
  (role): role is ExportedHeading => COLUMNS[role].isExported,
)
export const TEMPLATE_HEADINGS = NAMED_ROLES.filter((role) => COLUMNS[role].isInTemplate)
/** The roles that a user may name. */
export const ROLE_NAMES = `${NAMED_ROLES.join(', ')}, or an allergen or a diet as in "allergen:milk"`

/** What a cell of a column says something about. */
export function subjectOf(role: Role): Column['about'] {
  return isNamed(role) ? COLUMNS[role].about : 'item'
}

function isNamed(role: string): role is NamedRole {
  return Object.hasOwn(COLUMNS, role)
}

/** Whether the cells of a column say yes or no to an allergen or a diet. */
export function isFoodTag(role: string): boolean {
  return role.includes(':')
}

const WORDS = meaningsOf('headings')
/** A code needs brackets, because many codes are also words. */
const CURRENCY = /[([](?<code>[A-Z]{3})[)\]]$|[([]?(?<sign>\p{Sc})[)\]]?$/u

/** What a heading means; undefined if that is not certain. */
export function readMenuHeading(heading: string): HeadingMeaning<Role> | undefined {
  const text = normalizeHeading(heading)
  const role =
    WORDS.get(text) ?? (isKnownFoodTag(heading) ? heading : (dietTag(text) ?? knownAllergenTag(text)))
  return role !== undefined && isRole(role) ? { role } : readPriceHeading(cleanHeading(heading))
}

function isRole(text: string): text is Role {
  return isNamed(text) || isFoodTag(text)
}

/** `Price (EUR)` or `Preis €`. */
function readPriceHeading(heading: string): HeadingMeaning<Role> | undefined {
  const { code, sign } = CURRENCY.exec(heading)?.groups ?? {}
  const currency = code ?? sign ?? ''
  const role = WORDS.get(normalizeHeading(heading.replace(CURRENCY, '')))
  return role === 'price' && currenciesOf(currency) !== undefined ? { role, currency } : undefined
}
