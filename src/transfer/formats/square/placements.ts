import { groupBy } from '../../../lib/flow/group-by.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { asObject } from '../mapping/text.ts'
import type { Conversion } from './conversion.ts'
import { type CatalogObject, placeOf } from './objects.ts'
import { byOrdinal, nonEmptyText, objectsOf } from './values.ts'

interface Placement {
  readonly item: SourceItem
  /** The place of the item among those of the category. */
  readonly ordinal: unknown
}

const UNKNOWN_CATEGORY = '[item has|items have] a category that is not in the files'
const CATEGORIES_LEFT_OUT = '[item is|items are] in Other, because [its|their] categories are left out'

/**
 * Puts items into their categories, in order.
 * @returns the items by the id of their category, and those that have none on the menu
 */
export function placeItems(
  items: ReadonlyMap<CatalogObject, SourceItem>,
  kept: ReadonlyMap<string, CatalogObject>,
  conversion: Conversion,
): { placed: ReadonlyMap<string, readonly SourceItem[]>; others: readonly SourceItem[] } {
  const placements: (Placement & { readonly category: string })[] = []
  const others: SourceItem[] = []
  for (const [object, item] of items) {
    const references = categoriesOf(object)
    const usable = [...references].filter(([id]) => kept.has(id))
    reportMissing([...references.keys()], usable.length > 0, item, conversion)
    if (usable.length === 0) others.push(item)
    for (const [category, ordinal] of usable) {
      conversion.budget.spend(placeOf(object), 1 + item.items.length)
      placements.push({ category, item, ordinal })
    }
  }
  const placed = [...groupBy(placements, ({ category }) => category)]
  return { placed: new Map(placed.map(([id, list]) => [id, inOrder(list)])), others }
}

function inOrder(placements: readonly Placement[]): SourceItem[] {
  return byOrdinal(placements, ({ ordinal }) => ordinal).map(({ item }) => item)
}

/** The ids of an item's categories, with its ordinal in each of them. */
function categoriesOf({ data }: CatalogObject): ReadonlyMap<string, unknown> {
  const references = new Map<string, unknown>()
  for (const { id, ordinal } of referencesOf(data)) {
    const categoryId = nonEmptyText(id)
    if (categoryId !== undefined && !references.has(categoryId)) references.set(categoryId, ordinal)
  }
  return references
}

/** Items from before 2023 have only `category_id`. */
function referencesOf(data: JsonObject): JsonObject[] {
  const categories = objectsOf(data['categories']).filter(({ id }) => nonEmptyText(id) !== undefined)
  if (categories.length > 0) return categories
  const id = nonEmptyText(data['category_id'])
  return [id === undefined ? asObject(data['reporting_category']) : { id }]
}

function reportMissing(
  ids: readonly string[],
  isPlaced: boolean,
  { name }: SourceItem,
  { catalog, report }: Conversion,
): void {
  const isUnknown = (id: string) => catalog.find('CATEGORY', id) === undefined
  if (ids.some(isUnknown)) report.lose(UNKNOWN_CATEGORY, name)
  else if (ids.length > 0 && !isPlaced) report.skip(CATEGORIES_LEFT_OUT)
}
