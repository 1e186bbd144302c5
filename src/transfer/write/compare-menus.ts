import type { StoredMenu } from '../../menu/admin-queries.ts'
import type { GroupRow, ItemRow } from '../../menu/tree.ts'
import { type Change, changedFields, type FieldChange } from './changes.ts'
import { orderChanges } from './order-changes.ts'

/** What makes a stored menu the wanted one. */
export interface MenuDifference {
  readonly changes: readonly Change[]
  /** How many items the menu has; 0 for a new menu. */
  readonly itemsBefore: number
  /** The rows that are new or differ. Parents come before their children. */
  readonly put: Pick<StoredMenu, 'groups' | 'items'> & { readonly menu: StoredMenu['menu'] | undefined }
  /** The ids of what is in the menu no more. */
  readonly gone: { readonly groups: readonly string[]; readonly items: readonly string[] }
}

/** @param before the menu in the database; undefined if it is new */
export function compareMenus(before: StoredMenu | undefined, wanted: StoredMenu): MenuDifference {
  const stored = { menu: before?.menu, groups: before?.groups ?? [], items: before?.items ?? [] }
  const { menu } = wanted
  const order = before ? orderChanges(before, wanted) : new Map<string, FieldChange>()
  const columns =
    stored.menu && changedFields(stored.menu, menu, ['name', 'location_name', 'restaurant_name'])
  const moved = order.get(menu.id)
  const show = fieldNames(stored, wanted)
  const fields = columns && [...columns.map(show), ...(moved ? [moved] : [])]
  const groups = compareRows('group', menu, stored.groups, wanted.groups, order, show)
  const items = compareRows('item', menu, stored.items, wanted.items, order, show)
  return {
    changes: [...changeOf('menu', menu, fields), ...groups.changes, ...items.changes],
    itemsBefore: stored.items.length,
    put: { menu: columns?.length === 0 ? undefined : menu, groups: groups.different, items: items.different },
    gone: { groups: groups.gone, items: items.gone },
  }
}

/** @param fields what changes; undefined for something new */
function* changeOf(
  kind: Change['kind'],
  row: Pick<GroupRow, 'id' | 'name'>,
  fields: FieldChange[] | undefined,
) {
  const { id, name } = row
  if (fields === undefined) yield { kind, action: 'added', id, name } satisfies Change
  else if (fields.length > 0) yield { kind, action: 'changed', id, name, fields } satisfies Change
}

function compareRows<Row extends GroupRow | ItemRow>(
  kind: 'group' | 'item',
  { id: menuId, name: menuName }: StoredMenu['menu'],
  stored: readonly Row[],
  wanted: readonly Row[],
  order: ReadonlyMap<string, FieldChange>,
  show: (column: FieldChange) => FieldChange,
) {
  const menu = { id: menuId, name: menuName }
  const before = new Map(stored.map((row) => [row.id, row]))
  const after = new Set(wanted.map(({ id }) => id))
  const removed = stored.filter(({ id }) => !after.has(id))
  const pathBefore = pathFinder(stored)
  const pathAfter = pathFinder(wanted)
  const changes: Change[] = removed.map((row) => {
    return { kind, action: 'removed', id: row.id, name: row.name, menu, parents: pathBefore(row) }
  })
  const different = wanted.filter((row) => {
    const old = before.get(row.id)
    const moved = order.get(row.id)
    const columns = old && changedFields(old, row, columnsOf(row)).filter(isDifferent)
    const fields = columns && [
      ...columns.filter((column) => isVisible(row, column)).map(show),
      ...(moved ? [moved] : []),
    ]
    for (const change of changeOf(kind, row, fields))
      changes.push({ ...change, menu, parents: pathAfter(row) })
    return columns === undefined || columns.length > 0
  })
  return { changes, different, gone: removed.map(({ id }) => id) }
}

/** Creates a function that finds the names of the groups that a group is in, or of the items that an item is in. */
function pathFinder(rows: readonly GroupRow[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ({ parent_id }: GroupRow): readonly string[] => {
    const names: string[] = []
    for (let parent = byId.get(parent_id ?? ''); parent; parent = byId.get(parent.parent_id ?? ''))
      names.unshift(parent.name)
    return names
  }
}

const COLUMNS = ['menu_id', 'parent_id', 'position', 'name', 'description', 'tags'] as const
const ITEM_COLUMNS = [...COLUMNS, 'group_id', 'price', 'calories', 'in_stock'] as const

function columnsOf<Row extends GroupRow | ItemRow>(row: Row) {
  return ('in_stock' in row ? ITEM_COLUMNS : COLUMNS) as readonly (keyof Row & string)[]
}

/** PostgreSQL returns JSON with spaces. */
function isDifferent({ field, from, to }: FieldChange): boolean {
  return field !== 'tags' || JSON.stringify(JSON.parse(String(from))) !== to
}

/** A position says nothing by itself: see `orderChanges`. A child item is in another group because its parent is. */
function isVisible({ parent_id }: GroupRow, { field }: FieldChange): boolean {
  return field !== 'position' && !(field === 'group_id' && parent_id !== null)
}

type Rows = Pick<StoredMenu, 'groups' | 'items'>

/** Creates a function that shows a column as a field of the interface, and a group or an item by its name. */
function fieldNames(before: Rows, after: Rows) {
  const namesOf = ({ groups, items }: Rows) =>
    new Map([...groups, ...items].map(({ id, name }) => [id, name]))
  const [old, current] = [namesOf(before), namesOf(after)]
  return (column: FieldChange): FieldChange => {
    const { field, from, to } = toInterface(column)
    if (field !== 'parent' && field !== 'group') return { field, from, to }
    return { field, from: old.get(String(from)) ?? from, to: current.get(String(to)) ?? to }
  }
}

function toInterface({ field, from, to }: FieldChange): FieldChange {
  if (field === 'tags') return { field, from: JSON.parse(String(from)), to: JSON.parse(String(to)) }
  if (field === 'in_stock') return { field: 'inStock', from: from === 1, to: to === 1 }
  return { field: NAMES[field] ?? field, from, to }
}

const NAMES: Readonly<Record<string, string>> = {
  location_name: 'location',
  restaurant_name: 'restaurantName',
  parent_id: 'parent',
  group_id: 'group',
}
