import { type Static, Type } from '@sinclair/typebox'
import { missingIn } from './branches.ts'
import { type Parsed, type PullClient, readAs } from './client.ts'
import { readGroups } from './groups.ts'
import { describeLoss } from './loss.ts'
import { readUntilSettled } from './read-until-settled.ts'

const Menu = Type.Object({
  id: Type.String({ minLength: 1 }),
  name: Type.String(),
  locations: Type.Optional(Type.Unknown()),
})
const Menus = Type.Array(Menu, { description: 'a list of menus' })

/** Menus as members of an import file, and sentences about what could not be read. */
export interface PulledMenus {
  readonly menus: readonly object[]
  readonly losses: readonly string[]
}

/**
 * Reads all menus of the key. Each is as it was at one moment, and none was added or removed meanwhile: a menu that is
 * removed would look like one without groups.
 * @param onRead called with the number of menus read so far, and the total
 * @throws {CommandError} if they cannot be read, or change all the time
 */
export function readMenus(
  client: PullClient,
  onRead: (done: number, total: number) => void,
): Promise<PulledMenus> {
  return readUntilSettled(`The list of menus of ${client.address}`, client.signal, async () => {
    const before = await client.get('/v1/menus')
    const list = readAs(Menus, before.value, before.from)
    let done = 0
    const pulled = await Promise.all(
      list.map((menu) => readMenu(client, menu).finally(() => onRead(++done, list.length))),
    )
    const after = await client.get('/v1/menus')
    const result = {
      menus: pulled.map(({ menu }) => menu),
      losses: pulled.flatMap(({ losses }) => losses),
    }
    return { result, isSettled: after.digest === before.digest }
  })
}

async function readMenu(client: PullClient, { locations = null, ...menu }: Static<typeof Menu>) {
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
    const result = { menu: { ...menu, location: locations, groups }, losses: loss }
    return { result, isSettled: answers.length === 1 || answers.every(({ isKnown }) => isKnown) }
  })
}
