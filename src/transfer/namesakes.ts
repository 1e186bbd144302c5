import { quoteForShell } from '../lib/text/quote-for-shell.ts'
import { findMenusNamed } from '../menu/queries.ts'
import type { MenuRow } from '../menu/rows.ts'
import { findExisting } from '../storage/chunks.ts'
import type { Database } from '../storage/database.ts'
import { cut } from './errors.ts'
import type { SectionMember } from './source.ts'

/** How many are told. The rest are only counted. */
const SHOWN = 5

/**
 * Finds new menus that have the names of others: an import without the id of the other adds a menu that nobody sees.
 * @returns sentences about them
 */
export async function findNamesakes(
  database: Database,
  menus: readonly SectionMember<'menus'>[],
): Promise<readonly string[]> {
  const ids = new Set(menus.map(({ id }) => id))
  const existing = await findExisting(database, 'menus', ids)
  const added = menus.filter(({ id }) => !existing.has(id))
  const stored = await findMenusNamed(database, new Set(added.map(({ name }) => name)))
  const others = indexed(stored.filter(({ id }) => !ids.has(id)))
  const found = added.flatMap((menu) => {
    const other = others.get(keyOf(menu.name, menu.location?.name, menu.location?.restaurantName))
    return other === undefined ? [] : [describe(menu, other)]
  })
  const rest = found.length - SHOWN
  return rest > 0 ? [...found.slice(0, SHOWN), `… and ${rest} more.`] : found
}

/** Menus by what others must have to be taken for them: menus of several locations often have one name, but then they say where they are. */
function indexed(menus: readonly MenuRow[]): ReadonlyMap<string, MenuRow> {
  const index = new Map<string, MenuRow>()
  for (const menu of menus) {
    const { name, location_name: place, restaurant_name: restaurant } = menu
    for (const key of [keyOf(name, place, restaurant), keyOf(name)]) if (!index.has(key)) index.set(key, menu)
  }
  return index
}

function keyOf(name: string, place: string | null = null, restaurant: string | null = null): string {
  return JSON.stringify([name, place, restaurant])
}

function describe({ id, name }: SectionMember<'menus'>, other: MenuRow): string {
  // An import file has no option for it, and a spreadsheet may have no column.
  const advice = `to replace that one, use its id ${quoteForShell(other.id)}, in the file or with --menu-id`
  return `The menu ${cut(name)} (${cut(id)}) is new, and another one than the ${cut(name)} (${cut(other.id)}) that is there: ${advice}.`
}
