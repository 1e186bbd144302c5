import type { Removal } from '../../menu/write/write-menus.ts'
import { ImportError } from '../import-error.ts'

/** Menus with fewer items may lose most of them at once. Only an import that removes all of them is refused. */
const LARGE_MENU_ITEMS = 10
/** What `losesMostItems` finds, for descriptions and messages. */
export const MOST_ITEMS_IN_WORDS = `more than half of at least ${LARGE_MENU_ITEMS} items`

/** The rule that imports, pulls and `PUT` share. */
export function losesMostItems({ itemCountBefore, removedCount }: Removal): boolean {
  return itemCountBefore >= LARGE_MENU_ITEMS && removedCount > itemCountBefore / 2
}

/**
 * The rule of imports and pulls: no menu may lose all of its items, or most of them, because the import file is probably broken.
 * @throws {ImportError} with one line per menu that does
 */
export function requireSmallRemovals(removals: readonly Removal[]): void {
  const large = removals.filter(
    (removal) => removal.removedCount === removal.itemCountBefore || losesMostItems(removal),
  )
  if (large.length === 0) return
  const lines = large.map(
    ({ menu, itemCountBefore, removedCount }) =>
      `The import would remove ${removedCount} of the ${itemCountBefore} items of ${menu.name} (${menu.id}).`,
  )
  throw new ImportError(
    [...lines, 'Nothing was imported: check the file, or add --allow-removals.'].join('\n'),
  )
}
