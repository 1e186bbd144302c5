import { CommandError } from '../../../command-error.ts'
import { cut, DocumentError } from '../../errors.ts'
import type { Row } from '../containers/container.ts'
import { cleanText } from '../mapping/text.ts'

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
  price: ['price'],
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

export type Role = keyof typeof SPELLINGS
export const ROLES = Object.keys(SPELLINGS).filter((name) => isRole(name))
const ROLE_BY_SPELLING: ReadonlyMap<string, Role> = new Map(
  ROLES.flatMap((role) => SPELLINGS[role].map((spelling) => [spelling, role])),
)
const SHOWN_HEADINGS = 30

/** The columns of one sheet, by what they are called here. */
export interface Columns<Name extends string = Role> {
  readonly at: ReadonlyMap<Name, number>
  /** All headings by their columns, as they are written. */
  readonly headings: ReadonlyMap<number, string>
}

function isRole(name: string): name is Role {
  return Object.hasOwn(SPELLINGS, name)
}

/** Spaces, underscores and hyphens are the same, and so are upper and lower case. */
export function normalizeHeading(heading: unknown): string {
  return cleanText(String(heading).replace(/[\s_-]+/gu, ' ')).toLowerCase()
}

/** What a column with this heading is; undefined if the heading does not say so. */
function roleOfHeading(heading: string): Role | undefined {
  return ROLE_BY_SPELLING.get(normalizeHeading(heading))
}

/** Whether a row has a heading for the item, and at least one for something else. */
export function areHeadings(cells: readonly string[]): boolean {
  const roles = cells.map(roleOfHeading)
  return roles.includes('item') && roles.filter((role) => role !== undefined).length > 1
}

/**
 * Finds the columns of a table by the headings in its first row.
 * @param place the name of the file, and of the sheet, for errors
 * @param chosen the headings that the user names, by roles
 * @throws {DocumentError | CommandError} if a column is missing, or if several columns could be it
 */
export function findColumns(place: string, headingRow: Row, chosen: ReadonlyMap<string, string>): Columns {
  const headings = new Map(
    [...headingRow.cells].map(([column, heading]) => [column, cleanText(String(heading))]),
  )
  const at = new Map<Role, number>()
  for (const [name, heading] of chosen) at.set(requireRole(name), findHeading(place, headings, name, heading))
  for (const role of ROLES) {
    const column = at.get(role) ?? findBySpelling(place, headings, new Set(at.values()), role)
    if (column !== undefined) at.set(role, column)
  }
  if (!at.has('item')) throw refusal(place, headings, 'has no column that is known to be the item', 'item')
  return { at, headings }
}

function requireRole(name: string): Role {
  const role = roleOfHeading(name)
  if (role === undefined)
    throw new CommandError(`A table has no ${name}: --column names one of ${ROLES.join(', ')}.`)
  return role
}

function findHeading(
  place: string,
  headings: ReadonlyMap<number, string>,
  role: string,
  wanted: string,
): number {
  const same = [...headings].filter(([, heading]) => normalizeHeading(heading) === normalizeHeading(wanted))
  const exact = same.filter(([, heading]) => heading === wanted.trim())
  const [found, ...others] = exact.length > 0 ? exact : same
  if (found === undefined) throw refusal(place, headings, `has no heading "${wanted}"`, role)
  if (others.length > 0)
    throw new DocumentError(`${place}: has several headings "${wanted}": rename one of them`)
  return found[0]
}

function findBySpelling(
  place: string,
  headings: ReadonlyMap<number, string>,
  taken: ReadonlySet<number>,
  role: Role,
): number | undefined {
  const found = [...headings].filter(
    ([column, heading]) => !taken.has(column) && roleOfHeading(heading) === role,
  )
  const [only, ...others] = found
  if (others.length === 0) return only?.[0]
  const names = listHeadings(found.map(([, heading]) => heading))
  throw refusal(place, headings, `has several columns that could be the ${role} (${names})`, role)
}

function refusal(place: string, headings: ReadonlyMap<number, string>, problem: string, role: string) {
  const names = listHeadings([...headings.values()])
  const option = /\s/.test(role) ? `--column "${role}=HEADING"` : `--column ${role}=HEADING`
  return new DocumentError(`${place}: ${problem}: name it with ${option}. Its headings are ${names}`)
}

/** The first headings, each cut to a sensible length. A table may have thousands. */
export function listHeadings(headings: readonly string[]): string {
  const rest = headings.length > SHOWN_HEADINGS ? ` and ${headings.length - SHOWN_HEADINGS} more` : ''
  return `${headings.slice(0, SHOWN_HEADINGS).map(cut).join(', ')}${rest}`
}
