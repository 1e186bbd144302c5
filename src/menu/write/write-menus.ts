import { deleteRows } from '../../storage/chunks.ts'
import type { Statement } from '../../storage/database.ts'
import { type ChangeOrigin, logDifferences } from './change-log.ts'
import { compareMenus, type MenuComparison, type MenuDifference } from './compare-menus.ts'
import { keepLeftOut, type WantedMenu } from './keep-left-out.ts'
import {
  deleteAllItems,
  deleteNodes,
  putTrees,
  readStoredMenus,
  type StoredMenu,
} from './queries/stored-menus.ts'

/** The groups and items that a menu loses. */
export interface Removal {
  readonly menu: { readonly id: string; readonly name: string }
  /** The number of items before the change. */
  readonly items: number
  /** How many of them are removed. */
  readonly removed: number
}

export interface MenuWriting extends ChangeOrigin {
  readonly onDifference: (difference: MenuDifference) => void
  readonly onRemoval: (removal: Removal) => void
}

/**
 * Replaces menus, and logs the changes. Equal rows are not written: a menu gets a new revision only if something in it changes.
 * Rows are written before others are deleted, because deleting a group also deletes its groups and items.
 */
export function* writeMenus(menus: readonly WantedMenu[], writing: MenuWriting): Generator<Statement, void> {
  const stored = yield* readStoredMenus(menus.map(({ menu }) => menu.id))
  yield* writeComparisons(
    menus.map((wanted) => compareWithStored(stored.get(wanted.menu.id), wanted)),
    writing,
  )
}

/** Finds the differences between a stored menu and the wanted one. @param stored undefined if the menu is new */
export function compareWithStored(stored: StoredMenu | undefined, wanted: WantedMenu): MenuComparison {
  return compareMenus(stored, keepLeftOut(stored, wanted))
}

/** Like `writeMenus`, for stored menus that have been compared and have not changed since. */
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
  // A new menu is one entry of the log, whatever it contains.
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
  origin: ChangeOrigin,
): Generator<Statement> {
  const ids = menus.map(({ id }) => id)
  yield* deleteRows('menus', ids)
  const differences = menus.map(({ id, name }) => ({ kind: 'menu', action: 'removed', id, name }) as const)
  yield* logDifferences(differences, origin)
}
