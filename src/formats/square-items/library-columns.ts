import { normalizeHeading } from '../sheets/heading-rules.ts'
import type { ColumnsByRole, HeadingMeaning } from '../sheets/table-kind.ts'
import type { Role } from '../table/menu-columns.ts'

/** The headings of columns that are read. A table of menus may also have the columns `description` and `price`. */
// biome-ignore format: a few lines
const HEADINGS = [
  'token', 'item name', 'customer facing name', 'variation name', 'description', 'price', 'unit and precision',
  'categories', 'category', 'reporting category', 'archived', 'sellable', 'item type', 'square online item visibility',
] as const
/** Columns of a location, whose name is the rest of the heading. */
const OF_LOCATION = /^(?:enabled|current quantity|price) (?<location>\S.*)$/
type LocationRole = `${'enabled' | 'current quantity' | 'price'} ${string}`
/** In a library, the role of a column is its heading. */
export type LibraryRole = Role | (typeof HEADINGS)[number] | LocationRole
/** The columns that have nothing for a board. */
const OTHERS = [
  /^(?:reference handle|sku|gtin|upc|barcode|permalink|images?|image ur[il]s?|brand|option (?:name|value)(?: \d)?|stockable)$/,
  /^(?:new quantity|stock alert enabled|stock alert count|total quantity|online sale price|contains alcohol)(?: |$)/,
  /^(?:weight|seo|social media|modifier set|tax|taxes|shipping|delivery|pickup|self serve|skip|default|vendor|unit cost|last)(?: |$)/,
]

/** What a heading of an item library means; null if the column is not read, and undefined if the heading is not known. */
export function parseLibraryHeading(heading: string): HeadingMeaning<LibraryRole> | null | undefined {
  const text = normalizeHeading(heading)
  if (isRole(text)) return { role: text }
  return OTHERS.some((form) => form.test(text)) ? null : undefined
}

function isRole(text: string): text is LibraryRole {
  return OF_LOCATION.test(text) || HEADINGS.some((heading) => heading === text)
}

/** The role of a column of a location, such as `price downtown`. */
export function roleAt(column: 'enabled' | 'current quantity' | 'price', location = ''): LibraryRole {
  return `${column} ${normalizeHeading(location)}`
}

/** The locations that a library has columns of, in lower case. */
export function locationsIn(columns: ColumnsByRole<LibraryRole>): readonly string[] {
  const headings = [...columns.keys()]
  return [...new Set(headings.flatMap((text) => OF_LOCATION.exec(text)?.groups?.['location'] ?? []))]
}

/** Whether a row has the headings that every item library has. */
export function isLibrary(cells: readonly string[]): boolean {
  const headings = cells.map(normalizeHeading)
  return headings.includes('item name') && headings.includes('token')
}
