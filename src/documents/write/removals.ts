import type { Removal } from '../../menu/write/write-menus.ts'
import { ImportError } from '../import-error.ts'

/** Menus with fewer items may lose more than half of them at once. */
const LARGE_MENU_ITEMS = 10

/** Whether a menu would lose all of its items, or most of them. Then the import file is probably broken. */
export function isSuspicious(removal: Removal): boolean {
  const { items, removed } = removal
  return removed > 0 && (removed === items || losesMostItems(removal))
}

/** Whether a menu that is not small loses more than half of its items. */
export function losesMostItems({ items, removed }: Removal): boolean {
  return items >= LARGE_MENU_ITEMS && removed > items / 2
}

/** @throws {ImportError} with one line per menu, if there are any */
export function rejectRemovals(removals: readonly Removal[]): void {
  if (removals.length === 0) return
  const lines = removals.map(
    ({ menu, items, removed }) =>
      `The import would remove ${removed} of the ${items} items of ${menu.name} (${menu.id}).`,
  )
  throw new ImportError(
    [...lines, 'Nothing was imported: check the file, or add --allow-removals.'].join('\n'),
  )
}
