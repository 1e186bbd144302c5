import type { GroupRow, ItemRow } from '../rows.ts'
import type { StoredMenu } from './queries/stored-menus.ts'

/** A row, and which of its columns nothing was said about. */
type Wanted<Row> = Row & { readonly leftOut?: readonly (keyof Row)[] }

/** A menu to write. */
export interface WantedMenu {
  readonly menu: Wanted<StoredMenu['menu']>
  readonly groups: readonly Wanted<GroupRow>[]
  readonly items: readonly Wanted<ItemRow>[]
}

/** The wanted menu, in which what is left out is as in the stored one. */
export function keepLeftOut(stored: StoredMenu | undefined, wanted: WantedMenu): StoredMenu {
  if (stored === undefined) return wanted
  return {
    menu: keepIn(wanted.menu, stored.menu),
    groups: keepInAll(wanted.groups, stored.groups),
    items: keepInAll(wanted.items, stored.items),
  }
}

function keepInAll<Row extends { readonly id: string }>(
  wanted: readonly Wanted<Row>[],
  stored: readonly Row[],
): readonly Row[] {
  if (wanted.every(({ leftOut = [] }) => leftOut.length === 0)) return wanted
  const byId = new Map(stored.map((row) => [row.id, row]))
  return wanted.map((row) => keepIn(row, byId.get(row.id)))
}

function keepIn<Row extends object>(row: Wanted<Row>, stored: Row | undefined): Row {
  const { leftOut = [] } = row
  if (stored === undefined || leftOut.length === 0) return row
  return { ...row, ...Object.fromEntries(leftOut.map((column) => [column, stored[column]])) }
}
