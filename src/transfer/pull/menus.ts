import { type Static, Type } from '@sinclair/typebox'
import { CommandError } from '../../lib/flow/command-error.ts'
import { mapUpTo } from '../../lib/flow/limit.ts'
import { type Missing, missingIn } from './branches.ts'
import { type Parsed, type PullClient, readAs } from './client.ts'
import { readGroups } from './groups.ts'
import { LESS } from './memory.ts'
import { readUntilSettled } from './read-until-settled.ts'

const Menu = Type.Object({
  id: Type.String({ minLength: 1 }),
  name: Type.String(),
  locations: Type.Optional(Type.Unknown()),
})
const Menus = Type.Array(Menu, { description: 'a list of menus' })

/** Each takes a request and some kilobytes of memory. */
const MAX_MENUS = 100_000
/** How many are read at once. Some of them wait, because they have just changed. */
const MENUS_AT_ONCE = 16
const SHOWN_PARENTS = 10

/**
 * Reads all menus of the key, as members of an import file, and sentences about what could not be read. Each is as it was at one moment, and none was added or removed meanwhile: a menu that is
 * removed would look like one without groups.
 * @param onRead called with the number of menus read so far, and the total
 * @throws {CommandError} if they cannot be read, or change all the time
 */
export function pullMenus(client: PullClient, onRead: (done: number, total: number) => void) {
  return readUntilSettled(`The list of menus of ${client.address}`, client.signal, async () => {
    const before = await client.get('/v1/menus')
    const list = readAs(Menus, before.value, before.from)
    requireReadable(list.length, before.from)
    let done = 0
    const pulled = await mapUpTo(MENUS_AT_ONCE, list, (menu) =>
      readMenu(client, menu).finally(() => onRead(++done, list.length)),
    )
    const after = await client.get('/v1/menus')
    const result = {
      menus: pulled.map(({ menu }) => menu),
      losses: pulled.flatMap(({ losses }) => losses),
    }
    return { result, isSettled: after.digest === before.digest }
  })
}

/** @throws {CommandError} if there are too many menus */
function requireReadable(count: number, from: string): void {
  const [menus, most] = [count, MAX_MENUS].map((number) => number.toLocaleString('en'))
  if (count > MAX_MENUS)
    throw new CommandError(`${from} lists ${menus} menus, and a pull reads at most ${most}: ${LESS}.`)
}

async function readMenu(client: PullClient, { locations, ...menu }: Static<typeof Menu>) {
  const { address, signal } = client
  return readUntilSettled(`The menu ${menu.name} (${menu.id}) of ${address}`, signal, async () => {
    const answers: Parsed[] = []
    const get = async (path: string) => {
      const answer = await client.get(path)
      answers.push(answer)
      return answer
    }
    const { branches, groups } = await readGroups(get, menu.id)
    const loss = describeLoss(menu, missingIn(branches), address)
    const result = { menu: { ...menu, keepsLeftOut: true, location: locations, groups }, losses: loss }
    return { result, isSettled: answers.length === 1 || answers.every(({ isKnown }) => isKnown) }
  })
}

/** Sentences that say what of a menu was not shown; none if nothing is missing. */
function describeLoss(
  { id, name }: Static<typeof Menu>,
  missing: readonly Missing[],
  address: string,
): string[] {
  if (missing.length === 0) return []
  const parents = missing.slice(0, SHOWN_PARENTS).map(({ parent, count, kind }) => {
    return `${count} ${kind}${count === 1 ? '' : 's'} in ${parent}`
  })
  const rest = missing.length > SHOWN_PARENTS ? `, and more in ${missing.length - SHOWN_PARENTS} others` : ''
  return [
    `Not everything in ${name} (${id}) was imported: ${address} does not show what nests deeper than its limit, ${parents.join(', ')}${rest}.`,
  ]
}
