import type { ReadingContext } from '../shared/reading-context.ts'
import type { TableSheet } from '../sheets/read-sheets.ts'
import { groupOf } from './groups-of-rows.ts'
import { addItemOfRow } from './items-of-rows.ts'
import { type MenuTableRow, readNames } from './menu-cells.ts'
import { describedBy, type Role } from './menu-columns.ts'
import type { MenusOfRows } from './menus-of-rows.ts'
import { refuseEmptyStock, refuseMixOfXAndTicks } from './yes-no-columns.ts'

const NO_GROUP = 'must name the group of the item: fill in the empty cell, or repeat the name that is above'
const GROUP_TWICE =
  'must not be merged, because there is a column of groups: write the group there in each row'
const GROUP_LATE = 'must not name a group below items without a group: write a group above these items, too'
const EMPTY_GROUP = 'must be a group with items below it: delete the row, or write the text somewhere else'

/** Reads the rows of a sheet into menus. A merged row names the group of the rows below it. */
export function readMenuSheet(
  { columns, rows }: TableSheet<Role>,
  menus: MenusOfRows,
  context: ReadingContext,
): void {
  const hasGroupColumn = columns.has('group') || columns.has('subcategory')
  const itemRows: MenuTableRow[] = []
  let merged: MenuTableRow | undefined
  let isEmpty = false
  let hasRows = false
  for (const row of rows) {
    if (row.mergedText === undefined) {
      hasRows = true
      isEmpty = false
      if (readRow(row, merged?.mergedText, menus, context)) itemRows.push(row)
      continue
    }
    if (isEmpty) merged?.refuse(undefined, EMPTY_GROUP)
    if (hasGroupColumn) row.refuse(undefined, GROUP_TWICE)
    else if (hasRows && merged === undefined) row.refuse(undefined, GROUP_LATE)
    merged = row
    isEmpty = !hasGroupColumn
  }
  if (isEmpty) merged?.refuse(undefined, EMPTY_GROUP)
  refuseMixOfXAndTicks(itemRows)
  refuseEmptyStock(itemRows)
}

/**
 * Reads a row into its menu. A row without an item describes its group, and a row without either describes its menu.
 * @returns whether the row has an item without an error in its name
 */
function readRow(
  row: MenuTableRow,
  mergedGroup: string | undefined,
  menus: MenusOfRows,
  context: ReadingContext,
): boolean {
  const menu = menus.menuOf(row)
  if (menu === undefined) return false
  const path = groupPathOf(row) ?? [mergedGroup ?? menu.name]
  const hasItem = row.filledRoles.some((role) => describedBy(role) === 'item')
  if (path.length === 0) {
    if (hasItem || row.filledRoles.some((role) => describedBy(role) === 'group'))
      row.refuse('group', NO_GROUP)
    return false
  }
  const group = groupOf(row, menu, path)
  if (hasItem) return addItemOfRow(row, menu, group, context)
  group.keepEmpty = true
  return false
}

/** The names of the groups of a row, from the top; empty if it is in no group, and undefined without a column for groups. */
function groupPathOf(row: MenuTableRow): readonly string[] | undefined {
  if (!row.has('group') && !row.has('subcategory')) return undefined
  const group = readNames(row, 'group')
  return row.has('group') && group.length === 0 ? [] : [...group, ...readNames(row, 'subcategory')]
}
