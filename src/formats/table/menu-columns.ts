import { allergenSlug, dietTag, isKnownFoodTag } from '../food-tags.ts'
import { currenciesOf } from '../shared/currencies.ts'
import { cleanHeading, normalizeHeading, type ReadHeading } from '../sheets/heading-text.ts'
import { meaningsOf } from '../words/words.ts'

/** The roles that a column may have, with its width in characters. Exports and templates have them in this order. */
export const COLUMNS = {
  menu: 20,
  location: 20,
  restaurant: 20,
  group: 28,
  subcategory: 20,
  item: 32,
  size: 18,
  description: 50,
  price: 10,
  currency: 10,
  calories: 10,
  tags: 28,
  allergens: 28,
  diets: 20,
  'in stock': 10,
  'sold out': 10,
  'menu id': 20,
  'group id': 20,
  'group description': 40,
  'group tags': 28,
  id: 20,
} as const

type NamedRole = keyof typeof COLUMNS
const ROLES = Object.keys(COLUMNS).filter((name): name is NamedRole => Object.hasOwn(COLUMNS, name))
/** Columns of yes and no to an allergen or a diet, and of Square alone, have names of their own. */
export type Role = NamedRole | `allergen:${string}` | `diet:${string}` | `square ${string}`

/** Columns whose data another column has as well. */
const NOT_EXPORTED = ['subcategory', 'currency', 'allergens', 'diets', 'sold out'] as const
export type Heading = Exclude<NamedRole, (typeof NOT_EXPORTED)[number]>
export const HEADINGS = ROLES.filter((role): role is Heading => !NOT_EXPORTED.some((other) => other === role))

/** The columns that are not in a template, which is an empty table for people. */
const NOT_IN_TEMPLATES: readonly Role[] = [
  'subcategory',
  'currency',
  'sold out',
  'group description',
  'group tags',
]
export const TEMPLATE_HEADINGS = ROLES.filter(
  (role) => !NOT_IN_TEMPLATES.includes(role) && !/(?:^| )id$/.test(role),
)

export function isFoodTag(role: string): boolean {
  return role.includes(':')
}

const WORDS = meaningsOf('headings')
/** A code needs brackets, because many codes are also words. */
const CURRENCY = /[([](?<code>[A-Z]{3})[)\]]$|[([]?(?<sign>\p{Sc})[)\]]?$/u

/** The role of a column with this heading; undefined if it is not certain. */
export function roleOfHeading(heading: string): ReadHeading<Role> | undefined {
  const text = normalizeHeading(heading)
  const role = WORDS.get(text) ?? (isKnownFoodTag(heading) ? heading : foodTagOf(text))
  return role !== undefined && isRole(role) ? { role } : readPriceHeading(cleanHeading(heading))
}

function isRole(text: string): text is Role {
  return Object.hasOwn(COLUMNS, text) || isFoodTag(text)
}

/** The tag of a column whose cells say yes or no to an allergen or a diet. */
function foodTagOf(text: string): string | undefined {
  const slug = allergenSlug(text)
  return dietTag(text) ?? (slug && `allergen:${slug}`)
}

/** `Price (EUR)` or `Preis €`. */
function readPriceHeading(heading: string): ReadHeading<Role> | undefined {
  const { code, sign } = CURRENCY.exec(heading)?.groups ?? {}
  const currency = code ?? sign ?? ''
  const role = WORDS.get(normalizeHeading(heading.replace(CURRENCY, '')))
  return role === 'price' && currenciesOf(currency) !== undefined ? { role, currency } : undefined
}

/** The roles that a user may name. */
export const NAMED_ROLES = `${ROLES.join(', ')}, or an allergen or a diet as in "allergen:milk"`
