import { allergenSlug, dietTag } from '../food-tags.ts'
import { readPath } from '../tables/escapes.ts'
import { normalizeHeading, type ReadHeading } from '../tables/headings.ts'
import type { TableRow } from '../tables/row.ts'

/** The columns that are read. */
const READ: ReadonlySet<string> = new Set([
  ...['token', 'item name', 'customer facing name', 'variation name', 'description'],
  ...['categories', 'category', 'reporting category', 'price', 'unit and precision'],
  ...['archived', 'sellable', 'item type', 'square online item visibility'],
])
/** Columns of a location, whose name is the rest of the heading. */
const OF_LOCATION = /^(?:enabled|current quantity|price) (?<location>\S.*)$/
/** The columns that have nothing for a board. */
const OTHERS = [
  /^(?:reference handle|sku|gtin|upc|barcode|permalink|images?|image ur[il]s?|brand|option (?:name|value)(?: \d)?|stockable)$/,
  /^(?:new quantity|stock alert enabled|stock alert count|total quantity|online sale price|contains alcohol)(?: |$)/,
  /^(?:weight|seo|social media|modifier set|tax|taxes|shipping|delivery|pickup|self serve|skip|default|vendor|unit cost|last)(?: |$)/,
]
const BEFORE_NAME = /^(?:contains|is|has) /

/** The role of a column of an item library; null if the column is not read, and undefined if its heading is not known. */
export function roleOfLibraryHeading(heading: string): ReadHeading<string> | null | undefined {
  const text = normalizeHeading(heading)
  if (OF_LOCATION.test(text) || READ.has(text)) return { role: text }
  if (OTHERS.some((form) => form.test(text))) return null
  const name = text.replace(BEFORE_NAME, '')
  const slug = allergenSlug(name)
  const tag = dietTag(name) ?? (slug && `allergen:${slug}`)
  return tag === undefined ? undefined : { role: tag }
}

/** The locations that a library has columns of, in lower case. */
export function locationsIn(roles: readonly string[]): readonly string[] {
  return [...new Set(roles.flatMap((role) => OF_LOCATION.exec(role)?.groups?.['location'] ?? []))]
}

/** The first of these columns that is not empty counts. */
const COLUMNS = ['categories', 'category', 'reporting category']
/** Square writes the token of a category after its name: `Coffee (6YFV2LGRRKPFYEIEN2ZRAGWR)`. */
const TOKEN = / \(#?[A-Z0-9]{8,}\)$/

/** The paths of the categories in a row. */
export function categoriesOf(row: TableRow<string>): readonly (readonly string[])[] {
  const text = COLUMNS.map((column) => row.text(column)).find((cell) => cell !== '') ?? ''
  return text
    .split(',')
    .map((name) => readPath(name.trim()).flatMap((part) => part.replace(TOKEN, '').trim() || []))
    .filter((path) => path.length > 0)
}
