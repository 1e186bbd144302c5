import { type Difference, type FieldDifference, toDifference } from '../../lib/differences.ts'
import { keysOf } from '../../lib/records.ts'
import {
  GROUP_COLUMNS,
  ITEM_COLUMNS,
  MENU_COLUMNS,
  type NodeRow,
  POSITION_COLUMNS,
  type TableColumns,
} from '../menu-rows.ts'
import { orderDifferences } from './order-differences.ts'
import type { MenuWithTree, UpsertedRows } from './queries/stored-menus.ts'

/** A difference of a menu, or of something in it. */
export type MenuDifference = Difference<'menu' | 'group' | 'item'>

type Tree = Pick<MenuWithTree, 'groups' | 'items'>

export interface MenuComparison {
  readonly menu: MenuWithTree['menu']
  readonly isNew: boolean
  /** The items of the stored menu; none for a new one. */
  readonly itemsBefore: MenuWithTree['items']
  /** The difference of the menu itself comes first. */
  readonly differences: readonly MenuDifference[]
  /** The rows that are new or differ. Parents come before their children. */
  readonly upserted: UpsertedRows
  /** The ids of groups and items that are no longer in the menu. */
  readonly removed: { readonly groups: readonly string[]; readonly items: readonly string[] }
}

/** What the comparison of groups and that of items share. */
interface Context {
  readonly menu: { readonly id: string; readonly name: string }
  /** See `orderDifferences`. */
  readonly order: ReadonlyMap<string, readonly FieldDifference[]>
  readonly withParentNames: ReturnType<typeof createParentNames>
}

/** @param stored undefined if the menu is new */
export function compareMenus(stored: MenuWithTree | undefined, wanted: MenuWithTree): MenuComparison {
  const { menu } = wanted
  const order = stored ? orderDifferences(stored, wanted) : new Map<string, FieldDifference[]>()
  const fields = stored && compareRows(MENU_COLUMNS, stored.menu, menu)
  const reordered = order.get(`menu ${menu.id}`) ?? []
  const difference = toDifference('menu', menu, fields && [...fields, ...reordered])
  const context = {
    menu: { id: menu.id, name: menu.name },
    order,
    withParentNames: createParentNames(stored, wanted),
  }
  const groups = compareLists('group', GROUP_COLUMNS, stored?.groups, wanted.groups, context)
  const items = compareLists('item', ITEM_COLUMNS, stored?.items, wanted.items, context)
  return {
    menu,
    isNew: stored === undefined,
    itemsBefore: stored?.items ?? [],
    differences: [...(difference ? [difference] : []), ...groups.differences, ...items.differences],
    upserted: { menus: fields?.length === 0 ? [] : [menu], groups: groups.upserted, items: items.upserted },
    removed: { groups: groups.removed, items: items.removed },
  }
}

/** @param stored undefined if the menu is new */
function compareLists<Row extends NodeRow>(
  kind: 'group' | 'item',
  columns: TableColumns<Row>,
  stored: readonly Row[] | undefined,
  wanted: readonly Row[],
  { menu, order, withParentNames }: Context,
) {
  const storedById = new Map(stored?.map((row) => [row.id, row]))
  const wantedIds = new Set(wanted.map(({ id }) => id))
  const removed = (stored ?? []).filter(({ id }) => !wantedIds.has(id))
  const storedParents = createAncestorNames(stored ?? [])
  const wantedParents = createAncestorNames(wanted)
  const differences: MenuDifference[] = removed.map((row) => {
    const { id, name } = row
    const [parents, value] = [storedParents(row), contentOf(columns, row)]
    return { kind, action: 'removed', id, name, menu, parents, value }
  })
  const upserted = wanted.filter((row) => {
    const existing = storedById.get(row.id)
    const reordered = order.get(`${kind} ${row.id}`) ?? []
    const fields = existing && compareRows(columns, existing, row)
    const shown = fields?.filter((field) => isShown(row, field)).map((field) => withParentNames(kind, field))
    const difference = toDifference(kind, row, shown && [...shown, ...reordered])
    const value = stored && !existing ? { value: contentOf(columns, row) } : {}
    if (difference) differences.push({ ...difference, menu, parents: wantedParents(row), ...value })
    return fields === undefined || fields.length > 0
  })
  return { differences, upserted, removed: removed.map(({ id }) => id) }
}

/** Creates a function that returns the names of the ancestors of a group or an item, from the top. */
function createAncestorNames(rows: readonly NodeRow[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ({ parent_id }: NodeRow): readonly string[] => {
    const names: string[] = []
    for (let parent = byId.get(parent_id ?? ''); parent; parent = byId.get(parent.parent_id ?? ''))
      names.unshift(parent.name)
    return names
  }
}

/** The fields in which two rows differ, with their values as in an import file. */
export function compareRows<Row extends object>(
  { fieldByColumn, toFieldValue }: TableColumns<Row>,
  stored: Row,
  wanted: Row,
): FieldDifference[] {
  const differences: FieldDifference[] = []
  for (const column of keysOf(fieldByColumn)) {
    if (stored[column] === wanted[column]) continue
    const [from, to] = [toFieldValue(column, stored[column]), toFieldValue(column, wanted[column])]
    // The same JSON may have another form: PostgreSQL returns it with spaces.
    if (JSON.stringify(from) !== JSON.stringify(to))
      differences.push({ field: fieldByColumn[column], from, to })
  }
  return differences
}

/** The fields of a group or an item without its position. Long fields come last, because tables cut the end off. */
function contentOf<Row extends NodeRow>({ fieldByColumn, toFieldValue }: TableColumns<Row>, row: Row) {
  const columns = keysOf(fieldByColumn).filter((column) => !POSITION_COLUMNS.has(column))
  return Object.fromEntries(
    columns.toReversed().map((column) => [fieldByColumn[column], toFieldValue(column, row[column])]),
  )
}

/** Positions are not reported: see `orderDifferences`. The group of a child item is not, because it follows from the parent. */
function isShown({ parent_id }: NodeRow, { field }: FieldDifference): boolean {
  return field !== 'position' && !(field === 'group' && parent_id !== null)
}

/** Creates a function that shows parents and groups by name instead of by id. A group and an item may have the same id. */
function createParentNames(stored: Tree | undefined, wanted: Tree) {
  const storedNames = { groups: namesById(stored?.groups), items: namesById(stored?.items) }
  const wantedNames = { groups: namesById(wanted.groups), items: namesById(wanted.items) }
  return (kind: 'group' | 'item', { field, from, to }: FieldDifference): FieldDifference => {
    if (field !== 'parent' && field !== 'group') return { field, from, to }
    const list = field === 'group' || kind === 'group' ? 'groups' : 'items'
    return { field, from: storedNames[list].get(from) ?? from, to: wantedNames[list].get(to) ?? to }
  }
}

function namesById(rows: readonly NodeRow[] = []): ReadonlyMap<unknown, string> {
  return new Map(rows.map(({ id, name }) => [id, name]))
}
