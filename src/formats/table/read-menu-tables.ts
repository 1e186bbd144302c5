import type { InputFile } from '../../documents/input-file.ts'
import type { ReadingContext } from '../shared/reading-context.ts'
import type { SourceMenu } from '../shared/source-menu.ts'
import { readSheets } from '../sheets/read-sheets.ts'
import type { ColumnsByRole, TableKind } from '../sheets/table-kind.ts'
import { toSourceGroup } from './draft-menus.ts'
import { refuseDoubtfulGroups } from './groups-of-rows.ts'
import { isFoodTag, parseMenuHeading, ROLE_NAMES, type Role } from './menu-columns.ts'
import { MenusOfRows } from './menus-of-rows.ts'
import { readMenuSheet } from './read-menu-sheet.ts'

const MENU_TABLE: TableKind<Role> = {
  parseHeading: parseMenuHeading,
  roleNames: ROLE_NAMES,
  required: 'item',
  hasMergedGroups: true,
  needsText: isFoodTag,
  problemsOf: problemsOfStock,
}

/** Reads tables of menus: sheet by sheet, and row by row, into drafts of menus. The drafts become menus at the end. */
export async function readMenuTables(
  files: readonly InputFile[],
  context: ReadingContext,
): Promise<readonly SourceMenu[]> {
  const { options, report } = context
  const menus = new MenusOfRows(options.menuName ?? '')
  for await (const sheet of readSheets(files, MENU_TABLE, options, report))
    readMenuSheet(sheet, menus, context)
  for (const { groups } of menus.all) refuseDoubtfulGroups(groups)
  return menus.all.map((menu) => ({ ...menu, groups: menu.groups.map(toSourceGroup) }))
}

const STOCK_TWICE =
  'has columns of what is in stock and of what is sold out: leave out one of them with --ignore HEADING'
const CONTRARY_STOCK =
  'has a column whose heading says the contrary of what --column says: name it "in stock" or "sold out" as its heading does'

function problemsOfStock(columns: ColumnsByRole<Role>): readonly string[] {
  const says = (role: Role, other: Role) => parseMenuHeading(columns.get(role)?.heading ?? '')?.role === other
  const isContrary = says('in stock', 'sold out') || says('sold out', 'in stock')
  const isTwice = columns.has('in stock') && columns.has('sold out')
  return [...(isTwice ? [STOCK_TWICE] : []), ...(isContrary ? [CONTRARY_STOCK] : [])]
}
