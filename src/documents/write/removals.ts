import type { Removal } from '../../menu/write/write-menus.ts'
import { ImportError } from '../import-error.ts'

/** Menus with fewer items may lose any part of them at once. */
const LARGE_MENU_ITEMS = 10
/** What `losesMostItems` refuses, for descriptions and messages. */
export const MOST_ITEMS = `more than half of at least ${LARGE_MENU_ITEMS} items`

export function losesMostItems({ items, removed }: Removal): boolean {
  return items >= LARGE_MENU_ITEMS && removed > items / 2
}

/**
 * Checks that no menu loses all of its items, or most of them: then the import file is probably broken.
 * @throws {ImportError} with one line per menu that does
 */
export function requireSmallRemovals(removals: readonly Removal[]): void {
  const large = removals.filter((removal) => removal.removed === removal.items || losesMostItems(removal))
  if (large.length === 0) return
  const lines = large.map(
    ({ menu, items, removed }) =>
      `The import would remove ${removed} of the ${items} items of ${menu.name} (${menu.id}).`,
  )
  throw new ImportError(
    [...lines, 'Nothing was imported: check the file, or add --allow-removals.'].join('\n'),
  )
}
