import { type Static, Type } from '@sinclair/typebox'
import { CommandError } from '../../lib/command-error.ts'
import { formatNumber } from '../../lib/text/format-number.ts'
import { isStorable } from '../../storage/database.ts'
import { type Get, parseAs, SEVERAL_KEYS_ADVICE } from './client.ts'
import { PULL_LIMITS } from './limits.ts'
import { readConsistently, requireSame } from './read-consistently.ts'
import { readGroups } from './read-groups.ts'

const Menu = Type.Object({
  id: Type.String({ minLength: 1 }),
  name: Type.String(),
  locations: Type.Optional(Type.Unknown()),
})
type Menu = Static<typeof Menu>
const Menus = Type.Array(Menu, { description: 'a list of menus' })

/** How many menus are read concurrently. */
const MENUS_AT_ONCE = 4

/**
 * Reads all menus of the key, as members of an import file. It fails if a menu or the list of menus changes during the pull.
 * Otherwise, a menu that was removed meanwhile would be imported as an empty menu.
 * @throws {CommandError} if they cannot be read as a whole, or change meanwhile
 */
export async function readMenus(get: Get, address: string) {
  const list = await readList(get)
  const menus = await mapUpTo(MENUS_AT_ONCE, list, (menu) => readMenu(get, menu, address))
  requireSame(`The list of menus of ${address}`, list, await readList(get))
  return menus
}

async function readList(get: Get): Promise<Menu[]> {
  const response = await get('/v1/menus')
  const list = parseAs(Menus, response)
  if (list.length <= PULL_LIMITS.menus) return list
  const [menus, maxMenus] = [list.length, PULL_LIMITS.menus].map(formatNumber)
  throw new CommandError(
    `${response.from} lists ${menus} menus, and a pull reads at most ${maxMenus}: ${SEVERAL_KEYS_ADVICE}.`,
  )
}

async function readMenu(get: Get, { locations, ...menu }: Menu, address: string) {
  const { id, name } = menu
  const what = `The menu ${name} (${id}) of ${address}`
  if (/,|^\[/.test(id) || !isStorable(id))
    throw new CommandError(
      `${what} cannot be requested, because its id begins with [, or contains a comma or characters that are not allowed: use a key that has no grant for this menu.`,
    )
  const selection = `menus=${encodeURIComponent(id)}`
  const { groups, missing } = await readConsistently(what, get, (each) => readGroups(each, selection))
  if (missing > 0)
    throw new CommandError(
      `${what} cannot be read as a whole: ${missing} of its groups and items nest deeper than that service shows. Use a key that has no grant for this menu.`,
    )
  return { ...menu, keepsLeftOut: true, location: locations, groups }
}

/** Runs work for each value, up to `maxConcurrent` at once. @returns the results in the order of the values */
async function mapUpTo<Value, Result>(
  maxConcurrent: number,
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const entries = values.entries()
  const worker = async () => {
    for (const [index, value] of entries) results[index] = await work(value)
  }
  await Promise.all(Array.from({ length: maxConcurrent }, worker))
  return results
}
