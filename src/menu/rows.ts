import { BOUND_LIST } from '../storage/database.ts'
import type { Group, Item } from './schema.ts'

/** A row of `menus`. */
export interface MenuRow {
  readonly id: string
  readonly name: string
  readonly location_name: string | null
  readonly restaurant_name: string | null
  /** Changes whenever anything in the menu changes, and is never reused. */
  readonly revision: string
}

/** What a group and an item have in common; `position` orders it among its siblings. */
export interface NodeRow {
  /** Unique within the menu. */
  readonly id: string
  readonly menu_id: string
  readonly parent_id: string | null
  readonly position: number
  readonly name: string
  readonly description: string | null
  /** JSON. */
  readonly tags: string
}

/** A row of `menu_groups`. */
export interface GroupRow extends NodeRow {}

/** A row of `menu_items`; a child item has the same group as its parent. */
export interface ItemRow extends NodeRow {
  readonly group_id: string
  readonly price: number | null
  readonly calories: number | null
  readonly in_stock: 0 | 1
}

/** Each column, with the field that it is in an import file and in responses, or with the place that it says. */
type Columns<Row, Node> = Readonly<
  Record<keyof Row, keyof Node | 'menu' | 'group' | 'parent' | 'position' | 'location' | 'restaurantName'>
>

/* The only lists of columns. All reading, writing, comparing and logging follows them. */

const NODE_COLUMNS = {
  id: 'id',
  menu_id: 'menu',
  parent_id: 'parent',
  position: 'position',
  name: 'name',
  description: 'description',
  tags: 'tags',
} as const satisfies Columns<NodeRow, Group & Item>

/** Without the revision, which the database itself makes. */
export const MENU_COLUMNS = {
  id: 'id',
  name: 'name',
  location_name: 'location',
  restaurant_name: 'restaurantName',
} as const satisfies Columns<Omit<MenuRow, 'revision'>, object & { id: string; name: string }>

export const GROUP_COLUMNS = { ...NODE_COLUMNS } as const satisfies Columns<GroupRow, Group>

export const ITEM_COLUMNS = {
  ...NODE_COLUMNS,
  group_id: 'group',
  price: 'price',
  calories: 'calories',
  in_stock: 'inStock',
} as const satisfies Columns<ItemRow, Item>

/** The names of columns. */
export function columnNames<Column extends string>(columns: Readonly<Record<Column, unknown>>): Column[] {
  return Object.keys(columns) as Column[]
}

/** The rows that a tree is built from. They are ordered by position, so they do not contain it. */
export type GroupNode = Omit<GroupRow, 'position'>
export type ItemNode = Omit<ItemRow, 'position'>

/** SQL: the groups or the items of menus, whose ids are a bound list, in their order. */
export const OF_MENUS_IN_ORDER = `WHERE menu_id IN ${BOUND_LIST} ORDER BY menu_id, position, id`

/** SQL: the columns of `MenuRow`, `GroupNode` and `ItemNode`. */
export const SELECTED_MENU = [...columnNames(MENU_COLUMNS), 'revision']
  .map((column) => `m.${column}`)
  .join(', ')
export const SELECTED_GROUP = columnNames(GROUP_COLUMNS)
  .filter((column) => column !== 'position')
  .join(', ')
export const SELECTED_ITEM = columnNames(ITEM_COLUMNS)
  .filter((column) => column !== 'position')
  .join(', ')

type Place = 'id' | 'menu_id' | 'group_id' | 'parent_id' | 'position'
export type GroupFields = Omit<Group, 'id' | 'metadata' | 'groups' | 'items'>
export type ItemFields = Omit<Item, 'id' | 'metadata' | 'items'>

/** The fields of a group as columns. */
export function toGroupColumns({ name, description, tags }: GroupFields): Omit<GroupRow, Place> {
  return { name, description, tags: JSON.stringify(tags) }
}

/** The fields of an item as columns. */
export function toItemColumns(fields: ItemFields): Omit<ItemRow, Place> {
  const { name, description, price, calories, tags, inStock } = fields
  return { name, description, price, calories, tags: JSON.stringify(tags), in_stock: inStock ? 1 : 0 }
}
