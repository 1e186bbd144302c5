import type { Group, Item } from './schema.ts'

/** A row of `menu_groups`; `position` is its place among its siblings. */
export interface GroupRow {
  readonly id: string
  readonly menu_id: string
  readonly parent_id: string | null
  readonly position: number
  readonly name: string
  readonly description: string | null
  readonly tags: string
}

/** A row of `menu_items`; a child item carries the group of its parent. */
export interface ItemRow {
  readonly id: string
  readonly menu_id: string
  readonly group_id: string
  readonly parent_id: string | null
  readonly position: number
  readonly name: string
  readonly description: string | null
  readonly price: number | null
  readonly calories: number | null
  readonly tags: string
  readonly in_stock: 0 | 1
}

/** What a tree is made of: rows whose order stands for their position. */
export type GroupNode = Omit<GroupRow, 'position'>
export type ItemNode = Omit<ItemRow, 'position' | 'menu_id'>

/**
 * The top-level groups of each menu with everything below them.
 * @param groupRows in order of position, as are the items; a row whose parent is missing is left out
 */
export function buildTrees(
  groupRows: readonly GroupNode[],
  itemRows: readonly ItemNode[],
): Map<string, Group[]> {
  const nodes = groupRows.map((row) => ({ row, group: toGroup(row) }))
  const groups = new Map(nodes.map(({ group }) => [group.id, group]))
  const trees = new Map<string, Group[]>()
  for (const { row, group } of nodes) {
    const siblings = row.parent_id === null ? topLevel(trees, row.menu_id) : groups.get(row.parent_id)?.groups
    siblings?.push(group)
  }
  hangItems(groups, itemRows)
  for (const { group } of nodes) {
    group.metadata.groups.total = group.groups.length
    group.metadata.items.total = group.items.length
  }
  return trees
}

function hangItems(groups: ReadonlyMap<string, Group>, itemRows: readonly ItemNode[]): void {
  const nodes = itemRows.map((row) => ({ row, item: toItem(row) }))
  const items = new Map(nodes.map(({ item }) => [item.id, item]))
  for (const { row, item } of nodes) {
    const parent = row.parent_id === null ? groups.get(row.group_id) : items.get(row.parent_id)
    parent?.items.push(item)
  }
  for (const { item } of nodes) item.metadata.items.total = item.items.length
}

function topLevel(trees: Map<string, Group[]>, menuId: string): Group[] {
  let tree = trees.get(menuId)
  if (tree === undefined) {
    tree = []
    trees.set(menuId, tree)
  }
  return tree
}

function toGroup({ id, name, description, tags }: GroupNode): Group {
  const metadata = { groups: { total: 0 }, items: { total: 0 } }
  return { metadata, id, name, description, tags: toTags(tags), groups: [], items: [] }
}

function toItem({ id, name, description, price, calories, tags, in_stock }: ItemNode): Item {
  return {
    metadata: { items: { total: 0 } },
    id,
    name,
    description,
    price,
    calories,
    tags: toTags(tags),
    inStock: in_stock === 1,
    items: [],
  }
}

function toTags(json: string): string[] {
  return json === '[]' ? [] : (JSON.parse(json) as string[])
}

/** Calls `visit` for each group at any depth, in document order, with the groups above it. */
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

/**
 * The group with `depth` levels of child groups below it, and below every item of a group `depth` levels of child
 * items. The totals stay as they are.
 */
export function cutGroup(group: Group, depth: number, levelsBelow = depth): Group {
  return {
    ...group,
    groups: levelsBelow === 0 ? [] : group.groups.map((child) => cutGroup(child, depth, levelsBelow - 1)),
    items: group.items.map((item) => cutItem(item, depth)),
  }
}

function cutItem(item: Item, depth: number): Item {
  return { ...item, items: depth === 0 ? [] : item.items.map((child) => cutItem(child, depth - 1)) }
}
