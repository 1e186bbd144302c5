import { groupBy } from '../lib/group-by.ts'
import { memoize } from '../lib/memoize.ts'
import { StorageOperatorError } from '../storage/database.ts'
import type { GroupRow, ItemRow } from './menu-rows.ts'
import type { Group, Item } from './schema.ts'

/** Shared by all nodes without children, which most nodes are. That is safe, because finished trees never change. */
const NO_ITEMS: Item[] = []
const LEAF = { items: { total: 0 } }

/**
 * Builds the top-level groups of each menu, with everything below them.
 * @param groupRows ordered by position, like `itemRows`. A row whose parent is missing is left out
 */
export function buildTrees(groupRows: readonly GroupRow[], itemRows: readonly ItemRow[]) {
  // Many nodes have the same tags, so each distinct list is parsed once, and shared.
  const toTags = memoize(parseTags)
  const items = groupBy(itemRows, ({ menu_id }) => menu_id)
  const trees = new Map<string, Group[]>()
  for (const [menuId, rows] of groupBy(groupRows, ({ menu_id }) => menu_id))
    trees.set(menuId, buildTree(rows, items.get(menuId) ?? [], toTags))
  return trees
}

function buildTree(
  groupRows: readonly GroupRow[],
  itemRows: readonly ItemRow[],
  toTags: (json: string) => string[],
): Group[] {
  const groups = new Map(groupRows.map((row) => [row.id, toGroup(row, toTags(row.tags))]))
  const topLevel: Group[] = []
  for (const { id, parent_id } of groupRows) {
    const group = groups.get(id)
    const siblings = parent_id === null ? topLevel : groups.get(parent_id)?.groups
    if (group) siblings?.push(group)
  }
  attachItems(groups, itemRows, toTags)
  for (const { metadata, groups: children, items } of groups.values()) {
    metadata.groups.total = children.length
    metadata.items.total = items.length
  }
  return topLevel
}

function attachItems(
  groups: ReadonlyMap<string, Group>,
  itemRows: readonly ItemRow[],
  toTags: (json: string) => string[],
): void {
  const items = itemsById(itemRows, toTags)
  for (const { id, group_id, parent_id } of itemRows) {
    const item = items.get(id)
    if (item !== undefined && parent_id === null) groups.get(group_id)?.items.push(item)
  }
}

function itemsById(rows: readonly ItemRow[], toTags: (json: string) => string[]): Map<string, Item> {
  const items = new Map<string, Item>()
  for (const row of rows) items.set(row.id, toItem(row, toTags(row.tags)))
  for (const { id, parent_id } of rows) {
    const item = items.get(id)
    if (item !== undefined && parent_id !== null) addChild(items.get(parent_id), item)
  }
  return items
}

/**
 * Builds one item with everything below it.
 * @param rows the item and all items below it, ordered by position
 * @returns undefined if there is no such item
 */
export function buildItem(rows: readonly ItemRow[], id: string): Item | undefined {
  return itemsById(rows, memoize(parseTags)).get(id)
}

function addChild(parent: Item | undefined, child: Item): void {
  if (parent === undefined) return
  if (parent.items === NO_ITEMS) parent.items = []
  parent.items.push(child)
  parent.metadata = { items: { total: parent.items.length } }
}

function toGroup({ id, name, description }: GroupRow, tags: string[]): Group {
  const metadata = { groups: { total: 0 }, items: { total: 0 } }
  return { metadata, id, name, description, tags, groups: [], items: [] }
}

function toItem({ id, name, description, price, calories, in_stock }: ItemRow, tags: string[]): Item {
  const inStock = in_stock === 1
  return { metadata: LEAF, id, name, description, price, calories, tags, inStock, items: NO_ITEMS }
}

/** Converts a row to an item without its child items. */
export function toItemWithoutChildren(row: ItemRow): Item {
  return toItem(row, parseTags(row.tags))
}

/**
 * Parses the tags of a row, which are stored as JSON. The database accepts only valid JSON in this column.
 * @throws {StorageOperatorError} if the text is not valid JSON, which means that its database page is damaged
 */
export function parseTags(json: string): string[] {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new StorageOperatorError('The database is damaged: the tags of a group or an item are no JSON.', {
      cause,
    })
  }
}

/** Calls `visit` for each group at any depth, with its ancestors. A parent comes before its children. */
export function visitGroups(
  groups: readonly Group[],
  visit: (group: Group, ancestors: readonly Group[]) => void,
  ancestors: readonly Group[] = [],
): void {
  for (const group of groups) {
    visit(group, ancestors)
    if (group.groups.length > 0) visitGroups(group.groups, visit, [...ancestors, group])
  }
}
