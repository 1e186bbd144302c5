import type { ReadingContext } from '../shared/reading-context.ts'
import type { SourceMenu } from '../shared/source-menu.ts'
import type { SheetReader, TableForm } from '../sheets/table-kind.ts'
import type { Columns } from '../sheets/table-row.ts'
import { toSourceGroup } from './drafts.ts'
import { checkGroups, groupOf } from './groups-of-rows.ts'
import { type Answers, itemReader } from './items-of-rows.ts'
import { type MenuTableRow, readNames } from './menu-cells.ts'
import { isFoodTag, NAMED_ROLES, type Role, roleOfHeading } from './menu-columns.ts'
import { menuPlaces } from './menus-of-rows.ts'
import { answerColumns } from './yes-no-columns.ts'

const NO_GROUP = 'must name the group of the item: fill in the empty cell, or repeat the name that is above'
const GROUP_TWICE =
  'must not be merged, because there is a column of groups: write the group there in each row'
const GROUP_LATE = 'must not name a group below items without one: write one above them, too'
const EMPTY_GROUP = 'must be a group with items below it: delete the row, or write the text somewhere else'

/** Reads tables of menus: a row for each item, or for each size of one. */
export function menuTableForm({ prices, options, report }: ReadingContext) {
  const { menus, menuOf } = menuPlaces(options.menuName ?? '')
  const readItem = itemReader(prices, report)
  const form: TableForm<Role> = {
    roleOf: roleOfHeading,
    columns: NAMED_ROLES,
    required: 'item',
    needsText: isFoodTag,
    check: checkColumns,
    begin,
  }
  return { form, end }

  /** The menus, when all tables are read. */
  function end(): readonly SourceMenu[] {
    for (const { groups } of menus) checkGroups(groups)
    return menus.map((menu) => ({ ...menu, groups: menu.groups.map(toSourceGroup) }))
  }

  function begin(columns: Columns<Role>): SheetReader<Role> {
    const answers = answerColumns(columns)
    const hasGroups = columns.at.has('group') || columns.at.has('subcategory')
    let merged: { readonly row: MenuTableRow; readonly name: string; isEmpty: boolean } | undefined
    let hasItem = false
    return { read, readGroup, end }

    function read(row: MenuTableRow): void {
      hasItem = true
      if (merged) merged.isEmpty = false
      readRow(row, answers, hasGroups ? undefined : merged?.name)
    }

    function readGroup(row: MenuTableRow, name: string): void {
      if (merged?.isEmpty) merged.row.fault(undefined, EMPTY_GROUP)
      if (hasGroups) row.fault(undefined, GROUP_TWICE)
      else if (hasItem && merged === undefined) row.fault(undefined, GROUP_LATE)
      merged = { row, name, isEmpty: !hasGroups }
    }

    function end(): void {
      if (merged?.isEmpty) merged.row.fault(undefined, EMPTY_GROUP)
      answers.end()
    }
  }

  /** A row without an item describes its group. A row without both describes its menu. */
  function readRow(row: MenuTableRow, answers: Answers, mergedGroup: string | undefined): void {
    const menu = menuOf(row)
    if (menu === undefined) return
    const path = pathOf(row) ?? [mergedGroup ?? menu.name]
    const hasItem = row.roles().some(isOfItem)
    if (path.length === 0) {
      if (hasItem || row.roles().some(isOfGroup)) row.fault('group', NO_GROUP)
      return
    }
    const group = groupOf(row, menu, path)
    if (hasItem) readItem(row, menu, group, answers)
    else group.keepEmpty = true
  }
}

/** The names of the groups of a row, from the top; empty if it is in no group, and undefined without a column for groups. */
function pathOf(row: MenuTableRow): readonly string[] | undefined {
  if (!row.has('group') && !row.has('subcategory')) return undefined
  const group = readNames(row, 'group')
  return row.has('group') && group.length === 0 ? [] : [...group, ...readNames(row, 'subcategory')]
}

const OF_PLACES: readonly Role[] = ['menu', 'location', 'restaurant', 'menu id', 'group', 'subcategory']

function isOfGroup(role: Role): boolean {
  return role.startsWith('group ')
}

function isOfItem(role: Role): boolean {
  return !isOfGroup(role) && !OF_PLACES.includes(role)
}

/** The problems of the columns of a table together. */
function checkColumns({ at, headings }: Columns<Role>): readonly string[] {
  const says = (role: Role, other: Role) =>
    roleOfHeading(headings.get(at.get(role) ?? -1)?.heading ?? '')?.role === other
  const problems = [
    [at.has('in stock') && at.has('sold out'), STOCK_TWICE],
    [says('in stock', 'sold out') || says('sold out', 'in stock'), CONTRARY_STOCK],
  ] as const
  return problems.flatMap(([isWrong, problem]) => (isWrong ? problem : []))
}

const STOCK_TWICE =
  'has columns of what is in stock and of what is sold out: leave out one of them with --ignore HEADING'
const CONTRARY_STOCK =
  'has a column whose heading says the contrary of what --column says: name it "in stock" or "sold out" as its heading does'
