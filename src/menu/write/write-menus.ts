import type { Statement } from '../../storage/database.ts'
import { deleteRows } from '../../storage/statements.ts'
import { type Authorship, logDifferences } from './change-log.ts'
import { compareMenus, type MenuComparison, type MenuDifference } from './compare-menus.ts'
import { completeFromStored, type MenuUpdate } from './complete-from-stored.ts'
import {
  deleteAllItems,
  deleteNodes,
  type MenuWithTree,
  readStoredMenus,
  upsertMenuRows,
} from './queries/stored-menus.ts'

/** The loss of items of a menu. */
export interface Removal {
  readonly menu: { readonly id: string; readonly name: string }
  readonly itemCountBefore: number
  readonly removedCount: number
}

export interface WriteOptions extends Authorship {
  readonly onDifference: (difference: MenuDifference) => void
  readonly onRemoval: (removal: Removal) => void
}

/**
 * Replaces menus, and logs the changes. Equal rows are not written: a menu gets a new revision only if something in it changes.
 * New rows are written first, because deleting a group deletes its items, and some may move to another group.
 */
export function* writeMenus(menus: readonly MenuUpdate[], options: WriteOptions): Generator<Statement, void> {
  const stored = yield* readStoredMenus(menus.map(({ menu }) => menu.id))
  yield* writeComparisons(
    menus.map((wanted) => compareWithStored(stored.get(wanted.menu.id), wanted)),
    options,
  )
}

/** Finds the differences between a stored menu and the wanted one. @param stored undefined if the menu is new */
export function compareWithStored(stored: MenuWithTree | undefined, wanted: MenuUpdate): MenuComparison {
  return compareMenus(stored, completeFromStored(stored, wanted))
}

/** Like `writeMenus`, for stored menus that have been compared and have not changed since. */
export function* writeComparisons(
  comparisons: readonly MenuComparison[],
  options: WriteOptions,
): Generator<Statement, void> {
  for (const { menu, itemsBefore, differences, removed } of comparisons) {
    differences.forEach(options.onDifference)
    const removedCount = removed.items.length
    if (removedCount > 0) options.onRemoval({ menu, itemCountBefore: itemsBefore.length, removedCount })
  }
  yield* upsertMenuRows({
    menus: comparisons.flatMap(({ upserted }) => upserted.menus),
    groups: comparisons.flatMap(({ upserted }) => upserted.groups),
    items: comparisons.flatMap(({ upserted }) => upserted.items),
  })
  for (const comparison of comparisons) yield* deleteRemoved(comparison)
  // A new menu is one entry of the log, whatever it contains.
  const logged = comparisons.map(({ isNew, differences }) => (isNew ? differences.slice(0, 1) : differences))
  yield* logDifferences(logged.flat(), options)
}

function* deleteRemoved({ menu, itemsBefore, upserted, removed }: MenuComparison): Generator<Statement> {
  const isEmptied = removed.items.length === itemsBefore.length && upserted.items.length === 0
  if (isEmptied) yield* deleteAllItems(menu.id, itemsBefore)
  else yield* deleteNodes('menu_items', menu.id, removed.items)
  yield* deleteNodes('menu_groups', menu.id, removed.groups)
}

/** Deletes menus, with their groups, items and grants, and logs that. */
export function* removeMenus(
  menus: readonly { readonly id: string; readonly name: string }[],
  authorship: Authorship,
): Generator<Statement> {
  const ids = menus.map(({ id }) => id)
  yield* deleteRows('menus', ids)
  const differences = menus.map(({ id, name }) => ({ kind: 'menu', action: 'removed', id, name }) as const)
  yield* logDifferences(differences, authorship)
}
