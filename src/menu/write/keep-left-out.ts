import { keysOf } from '../../lib/records.ts'
import { areEqualAs, onOneLine } from '../../lib/text/normal-text.ts'
import { type GroupRow, type ItemRow, POSITION_COLUMNS, readColumn } from '../menu-rows.ts'
import type { MenuRows } from './queries/stored-menus.ts'

/** A row, and the columns that are absent because its source format does not have all fields. */
type IncomingRow<Row> = Row & { readonly leftOutColumns?: readonly (keyof Row)[] }

/** A menu to write. */
export interface WantedMenu {
  readonly menu: IncomingRow<MenuRows['menu']>
  readonly groups: readonly IncomingRow<GroupRow>[]
  readonly items: readonly IncomingRow<ItemRow>[]
}

/**
 * Completes a menu from the stored one where the source left fields out. A stored text is also kept if the new one differs
 * only in form, such as by a line break that a cell of a table cannot hold.
 */
export function keepLeftOut(stored: MenuRows | undefined, wanted: WantedMenu): MenuRows {
  if (stored === undefined) return wanted
  return {
    menu: keepIn(wanted.menu, stored.menu),
    groups: keepInAll(wanted.groups, stored.groups),
    items: keepInAll(wanted.items, stored.items),
  }
}

function keepInAll<Row extends { readonly id: string }>(
  wanted: readonly IncomingRow<Row>[],
  stored: readonly Row[],
): readonly Row[] {
  if (wanted.every(({ leftOutColumns }) => leftOutColumns === undefined)) return wanted
  const byId = new Map(stored.map((row) => [row.id, row]))
  return wanted.map((row) => keepIn(row, byId.get(row.id)))
}

function keepIn<Row extends object>(row: IncomingRow<Row>, stored: Row | undefined): Row {
  const { leftOutColumns } = row
  if (stored === undefined || leftOutColumns === undefined) return row
  const hasOtherForm = (column: keyof Row & string) =>
    !POSITION_COLUMNS.has(column) && differsOnlyInForm(column, stored, row)
  const kept = keysOf(stored).filter((column) => leftOutColumns.includes(column) || hasOtherForm(column))
  return { ...row, ...Object.fromEntries(kept.map((column) => [column, stored[column]])) }
}

function differsOnlyInForm<Row extends object>(
  column: keyof Row & string,
  stored: Row,
  wanted: Row,
): boolean {
  const [from, to] = [stored[column], wanted[column]]
  if (from === to) return false
  // An empty text counts as null.
  const shown = (text: string) => onOneLine(text) || null
  return areEqualAs(shown, readColumn(column, from), readColumn(column, to))
}
