import { groupBy } from '../../../lib/flow/group-by.ts'
import { MAX_DEPTH, TOO_DEEP } from '../../errors.ts'
import { hasItems, type SourceGroup, type SourceItem } from '../mapping/source-menu.ts'
import { asObject } from '../mapping/text.ts'
import { findParents, type Parents } from './category-parents.ts'
import type { Conversion } from './conversion.ts'
import { type CatalogObject, nameOf, placeOf } from './objects.ts'
import { placeItems } from './placements.ts'
import { byOrdinal } from './values.ts'

/**
 * Puts items into the groups of a menu, which are the categories. Those without a category are in a last group.
 *
 * The type of a category does not matter. A seller who makes menus in Square has a `MENU_CATEGORY` for each of their parts
 * beside the `REGULAR_CATEGORY` of the same items, and which of them belongs on a screen is for the seller to say.
 */
export function toGroups(
  items: ReadonlyMap<CatalogObject, SourceItem>,
  conversion: Conversion,
): SourceGroup[] {
  const { catalog, keeps } = conversion
  const all = new Map<string, CatalogObject>()
  for (const category of catalog.ofType('CATEGORY')) if (category.id) all.set(category.id, category)
  const kept = new Map([...all].filter(([, category]) => keeps(category)))
  const { placed, others } = placeItems(items, kept, conversion)
  const groups = nestGroups(kept, findParents(all, kept), placed, conversion)
  return others.length === 0 ? groups : [...groups, { name: 'Other', groups: [], items: others }]
}

function nestGroups(
  kept: ReadonlyMap<string, CatalogObject>,
  { parentOf, problems }: Parents,
  placed: ReadonlyMap<string, readonly SourceItem[]>,
  conversion: Conversion,
): SourceGroup[] {
  const children = groupBy(kept.values(), ({ id = '' }) => parentOf.get(id))
  return groupsIn(undefined, 1)

  function groupsIn(parentId: string | undefined, depth: number): SourceGroup[] {
    return byOrdinal(children.get(parentId) ?? [], ordinalOf).map((category) => toGroup(category, depth))
  }

  function toGroup(category: CatalogObject, depth: number): SourceGroup {
    const { id = '' } = category
    const isTooDeep = depth > MAX_DEPTH
    if (isTooDeep) conversion.report.errors.add(placeOf(category), TOO_DEEP)
    const groups = isTooDeep ? [] : groupsIn(id, depth + 1)
    const items = placed.get(id) ?? []
    // An empty group is left out of the menu, so that it needs no name.
    const name = groups.length + items.length === 0 ? '' : nameOf(category, conversion.report)
    const group = { sourceId: conversion.sourceIdOf(category), name, groups, items }
    // A category that leads to no item is left out, so that its parent does not matter.
    const problem = problems.get(id)
    if (problem !== undefined && hasItems({ groups: [group] })) conversion.report.lose(problem, name)
    return group
  }
}

/** The ordinal is that of the category among its siblings, also if it has no parent. */
function ordinalOf({ data }: CatalogObject): unknown {
  return asObject(data['parent_category'])['ordinal'] ?? data['ordinal']
}
