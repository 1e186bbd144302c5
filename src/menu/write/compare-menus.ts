import { type Difference, type FieldDifference, toDifference } from '../../lib/differences.ts'
import { namesIn } from '../../lib/fields.ts'
import { GROUP_COLUMNS, ITEM_COLUMNS, MENU_COLUMNS, type NodeRow, PLACE, readColumn } from '../menu-rows.ts'
import { orderDifferences } from './order-differences.ts'
import type { StoredMenu } from './queries/stored-menus.ts'

/** A difference of a menu, or of something in it. */
export type MenuDifference = Difference<'menu' | 'group' | 'item'>

type Tree = Pick<StoredMenu, 'groups' | 'items'>

/** The differences between a stored menu and the wanted one. */
export interface MenuComparison {
  readonly menu: StoredMenu['menu']
  readonly isNew: boolean
  /** The items of the stored menu; none for a new one. */
  readonly itemsBefore: StoredMenu['items']
  /** The difference of the menu itself comes first. */
  readonly differences: readonly MenuDifference[]
  /** The rows that are new or differ. Parents come before their children. */
  readonly put: Tree & { readonly menus: readonly StoredMenu['menu'][] }
  /** The ids of groups and items that are no longer in the menu. */
  readonly gone: { readonly groups: readonly string[]; readonly items: readonly string[] }
}

/** @param before the menu in the database; undefined if it is new */
export function compareMenus(before: StoredMenu | undefined, wanted: StoredMenu): MenuComparison {
  const { menu } = wanted
  const stored = { groups: before?.groups ?? [], items: before?.items ?? [] }
  const order = before ? orderDifferences(before, wanted) : new Map<string, FieldDifference[]>()
  const fields = before && compareRows(MENU_COLUMNS, before.menu, menu)
  const moved = order.get(`menu ${menu.id}`) ?? []
  const difference = toDifference('menu', menu, fields && [...fields, ...moved])
  const show = withNames(stored, wanted)
  const groups = compareLists('group', GROUP_COLUMNS, menu, before?.groups, wanted.groups, order, show)
  const items = compareLists('item', ITEM_COLUMNS, menu, before?.items, wanted.items, order, show)
  return {
    menu,
    isNew: before === undefined,
    itemsBefore: stored.items,
    differences: [...(difference ? [difference] : []), ...groups.differences, ...items.differences],
    put: { menus: fields?.length === 0 ? [] : [menu], groups: groups.different, items: items.different },
    gone: { groups: groups.gone, items: items.gone },
  }
}

/** @param before the stored menu; undefined if it is new */
function compareLists<Row extends NodeRow>(
  kind: 'group' | 'item',
  columns: Readonly<Record<keyof Row & string, string>>,
  { id: menuId, name: menuName }: StoredMenu['menu'],
  before: readonly Row[] | undefined,
  wanted: readonly Row[],
  order: ReadonlyMap<string, readonly FieldDifference[]>,
  show: (difference: FieldDifference) => FieldDifference,
) {
  const menu = { id: menuId, name: menuName }
  const stored = new Map(before?.map((row) => [row.id, row]))
  const after = new Set(wanted.map(({ id }) => id))
  const removed = (before ?? []).filter(({ id }) => !after.has(id))
  const pathBefore = pathFinder(before ?? [])
  const pathAfter = pathFinder(wanted)
  const differences: MenuDifference[] = removed.map((row) => {
    const { id, name } = row
    return {
      kind,
      action: 'removed',
      id,
      name,
      menu,
      parents: pathBefore(row),
      value: fieldsOf(columns, row),
    }
  })
  const different = wanted.filter((row) => {
    const old = stored.get(row.id)
    const moved = order.get(`${kind} ${row.id}`) ?? []
    const fields = old && compareRows(columns, old, row)
    const shown = fields?.filter((field) => isShown(row, field)).map(show)
    const difference = toDifference(kind, row, shown && [...shown, ...moved])
    const value = before && !old ? { value: fieldsOf(columns, row) } : {}
    if (difference) differences.push({ ...difference, menu, parents: pathAfter(row), ...value })
    return fields === undefined || fields.length > 0
  })
  return { differences, different, gone: removed.map(({ id }) => id) }
}

/** Creates a function that returns the names of the ancestors of a group or an item, from the top. */
function pathFinder(rows: readonly NodeRow[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ({ parent_id }: NodeRow): readonly string[] => {
    const names: string[] = []
    for (let parent = byId.get(parent_id ?? ''); parent; parent = byId.get(parent.parent_id ?? ''))
      names.unshift(parent.name)
    return names
  }
}

/** The columns in which two rows differ, as fields of an import file. */
export function compareRows<Row extends object>(
  columns: Readonly<Record<keyof Row & string, string>>,
  before: Row,
  after: Row,
): FieldDifference[] {
  const differences: FieldDifference[] = []
  for (const column of namesIn(columns)) {
    if (before[column] === after[column]) continue
    const [from, to] = [readColumn(column, before[column]), readColumn(column, after[column])]
    // The same JSON may have another form: PostgreSQL returns it with spaces.
    if (JSON.stringify(from) !== JSON.stringify(to)) differences.push({ field: columns[column], from, to })
  }
  return differences
}

/** The columns with the place of a group or an item. */
export const PLACE_COLUMNS: ReadonlySet<string> = new Set([...Object.keys(PLACE), 'group_id'])

/** The fields of a group or an item without its place. Long fields come last, because tables cut the end off. */
function fieldsOf<Row extends NodeRow>(columns: Readonly<Record<keyof Row & string, string>>, row: Row) {
  const own = namesIn(columns).filter((column) => !PLACE_COLUMNS.has(column))
  return Object.fromEntries(
    own.toReversed().map((column) => [columns[column], readColumn(column, row[column])]),
  )
}

/** Positions are not shown: see `orderDifferences`. Nor is the group of a child item, because it follows from the parent. */
function isShown({ parent_id }: NodeRow, { field }: FieldDifference): boolean {
  return field !== 'position' && !(field === 'group' && parent_id !== null)
}

/** Creates a function that shows parents and groups by name instead of by id. */
function withNames(before: Tree, after: Tree) {
  const names = ({ groups, items }: Tree) => new Map([...groups, ...items].map(({ id, name }) => [id, name]))
  const [old, current] = [names(before), names(after)]
  return ({ field, from, to }: FieldDifference): FieldDifference => {
    if (field !== 'parent' && field !== 'group') return { field, from, to }
    return { field, from: old.get(String(from)) ?? from, to: current.get(String(to)) ?? to }
  }
}
