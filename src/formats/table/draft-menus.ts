import type { SourceGroup, SourceItem, SourceMenu } from '../shared/source-menu.ts'
import { withVariants } from '../shared/variants.ts'
import type { MenuTableRow } from './menu-cells.ts'

/* Menus while their rows are read. A field of a group or an item that no column describes stays undefined. */

export interface DraftMenu extends Draft<Omit<SourceMenu, 'sourceId' | 'groups'>> {
  readonly groups: DraftGroup[]
  readonly groupsByName: Map<string, DraftGroup>
  /** The groups that have an id, with their paths. */
  readonly groupsById: Map<string, { readonly group: DraftGroup; readonly path: string }>
  /** The rows of the items that have an id, as messages name them. */
  readonly rowsById: Map<string, string>
}

/** What drafts need of a row: of a table of menus, or of an item library of Square. */
type Row = Pick<MenuTableRow, 'has' | 'label' | 'refuse'>

/** The fields that can still be filled in. */
type Draft<Source> = { -readonly [Field in keyof Source]: Source[Field] }

export interface DraftGroup extends Draft<Omit<SourceGroup, 'sourceId' | 'groups' | 'items'>> {
  readonly groups: DraftGroup[]
  readonly groupsByName: Map<string, DraftGroup>
  readonly items: DraftItem[]
  readonly itemsByKey: Map<string, DraftItem>
  /** The row that names it first. */
  readonly row: Row
}

export interface DraftItem extends Draft<Omit<SourceItem, 'items'>> {
  readonly items: DraftItem[]
  readonly itemsByKey: Map<string, DraftItem>
  /** The row for the item itself; undefined if there are only rows for its sizes. */
  row: Row | undefined
}

export function newMenu(fields: Pick<DraftMenu, 'id' | 'name' | 'location' | 'restaurantName'>): DraftMenu {
  return { ...fields, groups: [], groupsByName: new Map(), groupsById: new Map(), rowsById: new Map() }
}

/** Finds the last group at a path, or adds it. @param path has at least one name */
export function getOrAddGroup(menu: DraftMenu, path: readonly string[], row: Row): DraftGroup {
  return getOrAddChild(getOrAddParent(menu, path, row), path.at(-1) ?? '', row)
}

/** Finds the group above the group at a path, or adds it. For a path of one name, it is the menu. */
export function getOrAddParent(menu: DraftMenu, path: readonly string[], row: Row): DraftMenu | DraftGroup {
  let parent: DraftMenu | DraftGroup = menu
  for (const name of path.slice(0, -1)) parent = getOrAddChild(parent, name, row)
  return parent
}

function getOrAddChild(parent: DraftMenu | DraftGroup, name: string, row: Row): DraftGroup {
  return parent.groupsByName.get(name) ?? addGroup(parent, name, row)
}

export function addGroup(parent: DraftMenu | DraftGroup, name: string, row: Row): DraftGroup {
  const group: DraftGroup = {
    name,
    description: row.has('group description') ? null : undefined,
    tags: row.has('group tags') ? [] : undefined,
    groups: [],
    groupsByName: new Map(),
    items: [],
    itemsByKey: new Map(),
    row,
  }
  parent.groups.push(group)
  parent.groupsByName.set(name, group)
  return group
}

export function getOrAddItem(parent: DraftGroup | DraftItem, name: string, row: Row): DraftItem {
  return parent.itemsByKey.get(name) ?? addItem(parent, name, row)
}

type ItemParent = Pick<DraftItem, 'items' | 'itemsByKey'>

/** @param key by which it is found again in its parent */
export function addItem(parent: ItemParent, name: string, row: Row, key = name): DraftItem {
  const item: DraftItem = {
    name,
    price: row.has('price') ? null : undefined,
    inStock: row.has('in stock') || row.has('sold out') ? true : undefined,
    items: [],
    itemsByKey: new Map(),
    row: undefined,
  }
  parent.items.push(item)
  parent.itemsByKey.set(key, item)
  return item
}

export function toSourceGroup(group: DraftGroup): SourceGroup {
  return { ...group, groups: group.groups.map(toSourceGroup), items: group.items.map(toSourceItem) }
}

/** The finished item. A single size without a name of its own is folded into it. */
export function toSourceItem(item: DraftItem): SourceItem {
  const sizes = item.items.map(toSourceItem)
  if (sizes.length === 0 || item.row !== undefined) return { ...item, items: sizes }
  const folded = withVariants({ ...item, items: [] }, sizes)
  if (folded.items.length === 0) return { ...folded, id: sizes[0]?.id }
  // No row says whether the item itself is in stock, but the rows of its sizes do.
  return { ...folded, inStock: item.inStock && sizes.some(({ inStock }) => inStock) }
}
