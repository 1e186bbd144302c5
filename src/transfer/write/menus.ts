import { groupBy } from '../../group-by.ts'
import {
  deleteGroups,
  deleteItems,
  findGroupRows,
  findItemRows,
  findMenuRows,
  putMenus,
  type StoredMenu,
} from '../../menu/admin-queries.ts'
import type { GroupRow, ItemRow } from '../../menu/tree.ts'
import { readRows } from '../../storage/chunks.ts'
import { compareMenus } from './compare-menus.ts'
import type { Writing } from './write-members.ts'

/**
 * Makes menus what the import file says. What is equal is not written: a menu gets a new revision only if something in it
 * changes. Rows are put before others are deleted, because a deleted group takes what is in it along.
 */
export function* writeMenus(
  menus: readonly StoredMenu[],
  writing: Pick<Writing, 'isInFile' | 'onChange' | 'onRemoval'>,
) {
  const ids = menus.map(({ menu }) => menu.id)
  const menuRows = yield* readRows<StoredMenu['menu']>(findMenuRows(ids))
  const groupRows = yield* readRows<GroupRow>(findGroupRows(ids))
  const itemRows = yield* readRows<ItemRow>(findItemRows(ids))
  const rows = new Map(menuRows.map((row) => [row.id, row]))
  const groups = groupBy(groupRows, ({ menu_id }) => menu_id)
  const items = groupBy(itemRows, ({ menu_id }) => menu_id)
  const differences = menus.map((wanted) => {
    const { id } = wanted.menu
    const menu = rows.get(id)
    const stored = menu && { menu, groups: groups.get(id) ?? [], items: items.get(id) ?? [] }
    return compareMenus(stored, wanted)
  })
  for (const [index, { changes, itemsBefore, gone }] of differences.entries()) {
    changes.forEach(writing.onChange)
    const menu = menus[index]?.menu
    if (menu) writing.onRemoval({ menu, items: itemsBefore, removed: gone.items.length })
  }
  yield* putMenus(differences.map(({ put }) => put))
  // What is elsewhere in the import file moves there, with or after this menu.
  const isGone = (kind: 'groups' | 'items') => (id: string) => !writing.isInFile(kind, id)
  yield* deleteItems(differences.flatMap(({ gone }) => gone.items).filter(isGone('items')))
  yield* deleteGroups(differences.flatMap(({ gone }) => gone.groups).filter(isGone('groups')))
}
