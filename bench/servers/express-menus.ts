// Loads menus as tutorials do, with a query for each group and each item.

import type { Database } from 'better-sqlite3'
import type { GroupRow, ItemRow } from '../../src/menu/menu-rows.ts'

type Item = ReturnType<typeof toItem>

export interface Group {
  readonly metadata: {
    readonly groups: { readonly total: number }
    readonly items: { readonly total: number }
  }
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly tags: string[]
  readonly groups: Group[]
  readonly items: Item[]
}

/** Returns the groups of a menu with their groups and items. */
export function loadTree(db: Database, menuId: string): Group[] {
  return db
    .prepare<[string], GroupRow>(
      'SELECT * FROM menu_groups WHERE menu_id = ? AND parent_id IS NULL ORDER BY position, id',
    )
    .all(menuId)
    .map((row) => loadGroup(db, row))
}

/** Returns the groups at any depth that have all of these tags. */
export function findGroups(tree: Group[], tags: string[]): Group[] {
  return tree.flatMap((group) => [
    ...(tags.every((tag) => group.tags.includes(tag)) ? [group] : []),
    ...findGroups(group.groups, tags),
  ])
}

/** Returns every group at any depth, labelled with its path. */
export function nameGroups(tree: Group[], path = ''): { label: string; value: string }[] {
  return tree.flatMap((group) => [
    { label: path + group.name, value: group.id },
    ...nameGroups(group.groups, `${path}${group.name} > `),
  ])
}

function loadGroup(db: Database, row: GroupRow): Group {
  const groups = db
    .prepare<[string], GroupRow>('SELECT * FROM menu_groups WHERE parent_id = ? ORDER BY position, id')
    .all(row.id)
    .map((child) => loadGroup(db, child))
  const items = db
    .prepare<[string], ItemRow>(
      'SELECT * FROM menu_items WHERE group_id = ? AND parent_id IS NULL ORDER BY position, id',
    )
    .all(row.id)
    .map((item) => loadItem(db, item))
  return {
    metadata: { groups: { total: groups.length }, items: { total: items.length } },
    id: row.id,
    name: row.name,
    description: row.description,
    tags: JSON.parse(row.tags),
    groups,
    items,
  }
}

function loadItem(db: Database, row: ItemRow): Item {
  const items = db
    .prepare<[string], ItemRow>('SELECT * FROM menu_items WHERE parent_id = ? ORDER BY position, id')
    .all(row.id)
    .map((child) => loadItem(db, child))
  return toItem(row, items)
}

function toItem(row: ItemRow, items: unknown[]) {
  return {
    metadata: { items: { total: items.length } },
    id: row.id,
    name: row.name,
    description: row.description,
    price: row.price,
    calories: row.calories,
    tags: JSON.parse(row.tags),
    inStock: row.in_stock === 1,
    items,
  }
}
