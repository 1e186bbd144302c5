import { groupBy } from '../../lib/group-by.ts'
import { MAX_DEPTH } from '../../schemas/depth.ts'
import { asObject } from '../shared/clean-text.ts'
import { type SourceGroup, type SourceItem, withOthers } from '../shared/source-menu.ts'
import { type CatalogObject, nameOf, placeOf } from './catalog.ts'
import { convertItems } from './catalog-items.ts'
import { byOrdinal, nonEmptyText, objectsOf } from './json-values.ts'
import type { SquareContext } from './square-context.ts'

interface Placement {
  readonly category: string
  readonly item: SourceItem
  /** The order of the item within the category. */
  readonly ordinal: unknown
}

const NO_CATEGORY = 'must have categories that are in the files: add the response that has them'
const NO_PARENT = `must have parents that are in the files, and not be within itself or deeper than ${MAX_DEPTH} levels`

/**
 * Puts the items into groups, which are the categories. Items without a category are in a last group. Categories of all types are
 * kept: a seller with menus in Square has a `MENU_CATEGORY` beside the `REGULAR_CATEGORY` of the same items, and only the seller
 * knows which of them belongs on a screen.
 */
export function toGroups(context: SquareContext): readonly SourceGroup[] {
  const categories = new Map<string, CatalogObject>()
  for (const category of context.selectOnMenu(context.catalog.ofType('CATEGORY')))
    if (category.id) categories.set(category.id, category)
  const others: SourceItem[] = []
  const placements: Placement[] = []
  for (const [object, item] of convertItems(context)) {
    const placed = placementsOf(object, item)
    placements.push(...placed)
    context.budget.spend(placeOf(object), placed.length * (1 + item.items.length))
    if (placed.length === 0) others.push(item)
    if (placed.some(({ category }) => !categories.has(category)))
      context.report.errors.add(placeOf(object), NO_CATEGORY)
  }
  return withOthers(nestGroups(categories, placements, context), others)
}

/** The places of an item, one in each of its categories. Items from before 2023 have only `category_id`. */
function placementsOf({ data }: CatalogObject, item: SourceItem): readonly Placement[] {
  const lists = [data['categories'], { id: data['category_id'] }, data['reporting_category']]
  const references = lists
    .map((list) => objectsOf(list).filter(({ id }) => nonEmptyText(id) !== undefined))
    .find(({ length }) => length > 0)
  const ordinals = new Map(references?.map(({ id, ordinal }) => [String(id), ordinal]))
  return Array.from(ordinals, ([category, ordinal]) => ({ category, item, ordinal }))
}

function nestGroups(
  categories: ReadonlyMap<string, CatalogObject>,
  placements: readonly Placement[],
  { report, sourceIdOf }: SquareContext,
): SourceGroup[] {
  const children = groupBy(categories.values(), parentOf)
  const placed = groupBy(placements, ({ category }) => category)
  const reached = new Set<string>()
  const groups = groupsIn(undefined, 0)
  for (const [id, category] of categories)
    if (placed.has(id) && !reached.has(id)) report.errors.add(placeOf(category), NO_PARENT)
  return groups

  function groupsIn(parent: string | undefined, depth: number): SourceGroup[] {
    if (depth === MAX_DEPTH) return []
    return byOrdinal(children.get(parent) ?? [], ordinalOf).map((category) => {
      const { id = '' } = category
      reached.add(id)
      const groups = groupsIn(id, depth + 1)
      const items = byOrdinal(placed.get(id) ?? [], ({ ordinal }) => ordinal).map(({ item }) => item)
      // An empty group is left out of the menu, so it needs no name.
      const name = groups.length + items.length === 0 ? '' : nameOf(category, report)
      return { sourceId: sourceIdOf(category), name, groups, items }
    })
  }
}

function parentOf({ data }: CatalogObject): string | undefined {
  return nonEmptyText(asObject(data['parent_category'])['id'])
}

/** The order of a category among its siblings, even if it has no parent. */
function ordinalOf({ data }: CatalogObject): unknown {
  return asObject(data['parent_category'])['ordinal'] ?? data['ordinal']
}
