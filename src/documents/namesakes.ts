import { cut } from '../lib/text/cut-to.ts'
import { quoteForShell } from '../lib/text/quote-for-shell.ts'
import type { MenuRow } from '../menu/menu-rows.ts'
import { findMenusNamed } from '../menu/queries.ts'
import { findExisting } from '../storage/chunks.ts'
import type { Database } from '../storage/database.ts'
import { firstSentences } from './document-error.ts'
import type { SectionMember } from './source.ts'

/** Finds new menus with the names of others: an import without the right id adds a menu that no screen shows. */
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
  return firstSentences(found)
}

/** Menus by their names with and without locations: a menu of the same name is a namesake unless its location is another one. */
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
  // JSON files are imported without `--menu-id`, and a spreadsheet may have no column for the id.
  const advice = `to replace that one, use its id ${quoteForShell(other.id)}, in the file or with --menu-id`
  return `The menu ${cut(name)} (${cut(id)}) is new, and another one than the ${cut(name)} (${cut(other.id)}) that is there: ${advice}.`
}
