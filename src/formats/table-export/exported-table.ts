import { plainNumber } from '../../lib/text/plain-number.ts'
import type { MenuRow } from '../../menu/menu-rows.ts'
import type { Group, Item } from '../../menu/schema.ts'
import { cleanDescription, cleanText, oneLine } from '../shared/clean-text.ts'
import { escapeName, writePath, writeTags } from '../sheets/paths-and-tags.ts'
import type { NamedRole } from '../table/menu-columns.ts'

/** A column of an exported table, with its width in characters. */
export interface ExportedColumn {
  readonly heading: NamedRole
  readonly width: number
}

/** A table, or a sheet of a workbook. Its rows are read when they are needed. */
export interface ExportedTable {
  readonly name: string
  rows(): AsyncIterable<readonly ExportedRow[]>
}

/** The cells of a row that are not empty, by their headings. */
export type ExportedRow = Readonly<Partial<Record<NamedRole, string | number>>>

/** The rows of a menu. A menu or group without anything else is a row of its own. */
export function* menuRows(menu: MenuRow, groups: readonly Group[]): Generator<ExportedRow> {
  const { id, name, location_name, restaurant_name } = menu
  const fields: ExportedRow = {
    menu: nameText(name),
    location: nameText(location_name ?? ''),
    restaurant: nameText(restaurant_name ?? ''),
    'menu id': id,
  }
  if (groups.length === 0) yield fields
  for (const group of groups) yield* groupRows(fields, [], group)
}

/**
 * The rows of a group come before those of its child groups, and the row of an item before those of its sizes. The import
 * relies on this where names are the same.
 */
function* groupRows(menu: ExportedRow, parents: readonly string[], group: Group): Generator<ExportedRow> {
  const path = [...parents, group.name]
  const fields = { ...menu, group: nameText(writePath(path)), 'group id': group.id }
  const about: ExportedRow = {
    ...fields,
    'group description': descriptionText(group.description),
    'group tags': nameText(writeTags(group.tags)),
  }
  const [first, ...others] = group.items
  if (first === undefined) yield about
  else yield* itemRows(about, fields, first.name, [], first)
  for (const item of others) yield* itemRows(fields, fields, item.name, [], item)
  for (const child of group.groups) yield* groupRows(menu, path, child)
}

function* itemRows(
  first: ExportedRow,
  others: ExportedRow,
  itemName: string,
  sizes: readonly string[],
  item: Item,
): Generator<ExportedRow> {
  yield {
    ...first,
    item: nameText(escapeName(itemName)),
    size: nameText(writePath(sizes)),
    description: descriptionText(item.description),
    price: item.price ?? '',
    calories: item.calories ?? '',
    tags: nameText(writeTags(item.tags)),
    'in stock': item.inStock ? 'yes' : 'no',
    id: item.id,
  }
  for (const child of item.items) yield* itemRows(others, others, itemName, [...sizes, child.name], child)
}

/** Escapes a text that looks like HTML, because an import removes HTML from descriptions. */
function descriptionText(description: string | null): string {
  if (description === null || cleanDescription(description) === (oneLine(description) || null))
    return description ?? ''
  return description.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Escapes a text that looks like an entity, because an import decodes entities. */
function nameText(text: string): string {
  return cleanText(text) === oneLine(text) ? text : text.replaceAll('&', '&amp;')
}

/** Whether a spreadsheet can show all digits of a number. */
export function isShownInFull(number: number): boolean {
  return Number(number.toPrecision(15)) === number
}

/** A number as text. `1.125` is written `1.1250`, because its point could also be one before thousands. */
export function numberText(number: number): string {
  const text = plainNumber(number)
  return /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text
}
