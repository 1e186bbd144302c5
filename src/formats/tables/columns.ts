import { isKnownFoodTag } from '../food-tags.ts'
import { normalizeHeading, type ReadHeading, readHeading } from './headings.ts'

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
/** Columns of prices of a size, of yes and no to an allergen or a diet, and of Square alone have names of their own. */
export type Role =
  | NamedRole
  | `price ${string}`
  | `allergen:${string}`
  | `diet:${string}`
  | `square ${string}`

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

/** The size whose prices a column has; undefined for other columns. */
export function sizeOf(role: string): string | undefined {
  return /^price (?<size>\S.*)$/u.exec(role)?.groups?.['size']
}

export function isFoodTag(role: string): boolean {
  return role.includes(':')
}

/** The role of a column with this heading; undefined if it is not certain. */
export function roleOfHeading(heading: string): ReadHeading<Role> | undefined {
  const read = readHeading(heading)
  return read !== undefined && isRole(read.role) ? { ...read, role: read.role } : undefined
}

function isRole(text: string): text is Role {
  return Object.hasOwn(COLUMNS, text) || sizeOf(text) !== undefined || isFoodTag(text)
}

/** The role that a user names; undefined if there is none. */
export function roleNamed(name: string): Role | undefined {
  const text = normalizeHeading(name)
  const role = text.startsWith('price ') ? `price ${name.trim().slice('price '.length).trim()}` : undefined
  if (role !== undefined && sizeOf(role) !== undefined && isRole(role)) return role
  const known = isKnownFoodTag(name.trim()) ? name.trim() : readHeading(name)?.role
  return known !== undefined && isRole(known) ? known : undefined
}

export function unknownColumn(name: string): string {
  return `A table has no ${name}: --column names one of ${ROLES.join(', ')}, the price of a size as in "price Small", or an allergen or a diet as in "allergen:milk".`
}
