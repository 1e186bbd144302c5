import { normalizeHeading } from '../sheets/heading-rules.ts'
import type { ColumnsByRole, HeadingMeaning } from '../sheets/table-kind.ts'
import type { Role } from '../table/menu-columns.ts'

/** The columns that a table of menus may have as well, by their headings in a library. */
const COMMON: ReadonlyMap<string, Role> = new Map([
  ['item name', 'item'],
  ['variation name', 'size'],
  ['description', 'description'],
  ['price', 'price'],
])
/** The columns that only Square has. */
// biome-ignore format: a few lines
const OF_SQUARE: ReadonlySet<string> = new Set([
  'token', 'customer facing name', 'categories', 'category', 'reporting category',
  'unit and precision', 'archived', 'sellable', 'item type', 'square online item visibility',
])
/** Columns of a location, whose name is the rest of the heading. */
const OF_LOCATION = /^(?:enabled|current quantity|price) (?<location>\S.*)$/
/** The columns that have nothing for a board. */
const OTHERS = [
  /^(?:reference handle|sku|gtin|upc|barcode|permalink|images?|image ur[il]s?|brand|option (?:name|value)(?: \d)?|stockable)$/,
  /^(?:new quantity|stock alert enabled|stock alert count|total quantity|online sale price|contains alcohol)(?: |$)/,
  /^(?:weight|seo|social media|modifier set|tax|taxes|shipping|delivery|pickup|self serve|skip|default|vendor|unit cost|last)(?: |$)/,
]

/** What a heading of an item library means; null if the column is not read, and undefined if the heading is not known. */
export function parseLibraryHeading(heading: string): HeadingMeaning<Role> | null | undefined {
  const text = normalizeHeading(heading)
  const role = COMMON.get(text)
  if (role !== undefined) return { role }
  if (OF_LOCATION.test(text) || OF_SQUARE.has(text)) return { role: `library ${text}` }
  return OTHERS.some((form) => form.test(text)) ? null : undefined
}

/** The role of a column of a location, such as `library price downtown`. */
export function roleAt(column: string, location: string | undefined): Role {
  return `library ${normalizeHeading(`${column} ${location}`)}`
}

/** The locations that a library has columns of, in lower case. */
export function locationsIn(columns: ColumnsByRole<Role>): readonly string[] {
  const headings = Array.from(columns.keys(), (role) => role.replace(/^library /, ''))
  return [...new Set(headings.flatMap((text) => OF_LOCATION.exec(text)?.groups?.['location'] ?? []))]
}

/** Whether a row has the headings that every item library has. */
export function isLibrary(cells: readonly string[]): boolean {
  const headings = cells.map(normalizeHeading)
  return headings.includes('item name') && headings.includes('token')
}
