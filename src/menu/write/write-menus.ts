import { deleteRows } from '../../storage/chunks.ts'
import type { Statement } from '../../storage/database.ts'
import { logDifferences, type Origin } from './change-log.ts'
import { compareMenus, type MenuComparison, type MenuDifference } from './compare-menus.ts'
import { keepLeftOut, type WantedMenu } from './keep-left-out.ts'
import {
  deleteAllItems,
  deleteNodes,
  putTrees,
  readStoredMenus,
  type StoredMenu,
} from './queries/stored-menus.ts'

/** What a menu loses. */
export interface Removal {
  readonly menu: { readonly id: string; readonly name: string }
  /** How many items the menu has before. */
  readonly items: number
  /** How many of them it does not keep. */
  readonly removed: number
}

export interface MenuWriting extends Origin {
  readonly onDifference: (difference: MenuDifference) => void
  readonly onRemoval: (removal: Removal) => void
}

/**
 * Makes menus the wanted ones, and logs what that changes. What is equal is not written: a menu gets a new revision only if
 * something in it changes. Rows are put before others are deleted, because a deleted group takes what is in it along.
 */
export function* writeMenus(menus: readonly WantedMenu[], writing: MenuWriting): Generator<Statement, void> {
  const stored = yield* readStoredMenus(menus.map(({ menu }) => menu.id))
  yield* writeComparisons(
    menus.map((wanted) => compareWithStored(stored.get(wanted.menu.id), wanted)),
    writing,
  )
}

/** Finds out what makes a stored menu the wanted one. @param stored undefined if the menu is new */
export function compareWithStored(stored: StoredMenu | undefined, wanted: WantedMenu): MenuComparison {
  return compareMenus(stored, keepLeftOut(stored, wanted))
}

/** Does what `writeMenus` does, if the stored menus are still those that were compared. */
export function* writeComparisons(
  comparisons: readonly MenuComparison[],
  writing: MenuWriting,
): Generator<Statement, void> {
  for (const { menu, itemsBefore, differences, gone } of comparisons) {
    differences.forEach(writing.onDifference)
    writing.onRemoval({ menu, items: itemsBefore.length, removed: gone.items.length })
  }
  yield* putTrees(
    comparisons.flatMap(({ put }) => put.menus),
    comparisons.flatMap(({ put }) => put.groups),
    comparisons.flatMap(({ put }) => put.items),
  )
  for (const comparison of comparisons) yield* deleteGone(comparison)
  // A new menu is one line of the log, whatever is in it.
  const logged = comparisons.map(({ isNew, differences }) => (isNew ? differences.slice(0, 1) : differences))
  yield* logDifferences(logged.flat(), writing)
}

function* deleteGone({ menu, itemsBefore, put, gone }: MenuComparison): Generator<Statement> {
  const isEmptied = gone.items.length === itemsBefore.length && put.items.length === 0
  if (isEmptied) yield* deleteAllItems(menu.id, itemsBefore)
  else yield* deleteNodes('menu_items', menu.id, gone.items)
  yield* deleteNodes('menu_groups', menu.id, gone.groups)
}

/** Deletes menus, with their groups, items and grants, and logs that. */
export function* removeMenus(
  menus: readonly { readonly id: string; readonly name: string }[],
  origin: Origin,
): Generator<Statement> {
  const ids = menus.map(({ id }) => id)
  yield* deleteRows('menus', ids)
  const differences = menus.map(({ id, name }) => ({ kind: 'menu', action: 'removed', id, name }) as const)
  yield* logDifferences(differences, origin)
}
