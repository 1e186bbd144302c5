import { Type } from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import { CommandError } from '../command-error.ts'
import { describeRefusal, type Interface } from '../http-client/key.ts'
import { parseJson } from './answer-differences.ts'
import type { CompareClient } from './client.ts'

/** What the two services show, with everything that only one of them shows. */
export interface Discovery {
  readonly menus: readonly string[]
  readonly tags: readonly string[]
  /** Absent if devices are not compared. */
  readonly devices?: readonly string[]
}

const DEVICES_PER_PAGE = 1000

const Entries = Type.Array(Type.Object({ id: Type.String() }))
const DeviceList = Type.Object({ data: Entries, total: Type.Integer() })
/** A group, or the whole answer. */
const Groups = Type.Object({
  tags: Type.Optional(Type.Array(Type.String())),
  groups: Type.Array(Type.Unknown()),
})

/**
 * Finds the menus, the tags and the devices that two services show to the keys.
 * @param withDevices whether devices are looked for
 * @throws {CommandError} if a service does not answer or refuses the key, or neither shows anything
 */
export async function discover(clients: readonly CompareClient[], withDevices: boolean): Promise<Discovery> {
  const found = await Promise.all(
    clients.map(async (client) => ({
      menus: await read(client, 'menus', '/v1/menus'),
      groups: await read(client, 'menus', '/v1/groups'),
      devices: withDevices ? await readDeviceIds(client) : undefined,
    })),
  )
  requireAny(found.flatMap(Object.values))
  const menus = union(found.map((one) => idsOf(one.menus)))
  const tags = union(found.map(({ groups }) => tagsOf(groups)))
  return { menus, tags, ...(withDevices && { devices: union(found.map(({ devices = [] }) => devices)) }) }
}

/** Equal errors prove nothing: the key may be wrong, or the base address. */
function requireAny(values: readonly unknown[]): void {
  if (values.some((value) => value !== undefined)) return
  throw new CommandError(
    'Both services answered every request with an error, so nothing was compared: check the addresses and the keys.',
  )
}

/** @returns the body, or undefined if it is an error or not JSON: the comparison will show that */
async function read({ service, ask }: CompareClient, of: Interface, path: string): Promise<unknown> {
  const answer = await ask(of, path)
  if ('failure' in answer) throw new CommandError(`${service.name} cannot be read: ${answer.failure}.`)
  if (answer.status === 401)
    throw new CommandError(describeRefusal(new URL(service.urls[of] + path), service.keys[of]))
  return answer.status === 200 ? parseJson(answer.body)?.value : undefined
}

/** @returns undefined if they cannot be read */
async function readDeviceIds(client: CompareClient): Promise<string[] | undefined> {
  const ids = new Set<string>()
  for (let page = 1; ; page++) {
    const list = await read(client, 'devices', `/devices?page_size=${DEVICES_PER_PAGE}&page=${page}`)
    if (!Check(DeviceList, list)) return page === 1 ? undefined : [...ids]
    const before = ids.size
    for (const id of idsOf(list.data)) ids.add(id)
    // A service that ignores the page shows the same devices again.
    if (ids.size === before || ids.size >= list.total) return [...ids]
  }
}

function idsOf(list: unknown): string[] {
  return Check(Entries, list) ? list.map(({ id }) => id).filter((id) => id !== '') : []
}

/** The tags of groups at any depth. Does not recurse: an answer may nest more deeply than the stack allows. */
function tagsOf(answer: unknown): string[] {
  const tags = new Set<string>()
  const pending: unknown[] = [answer]
  for (const value of pending) {
    if (!Check(Groups, value)) continue
    for (const tag of value.tags ?? []) tags.add(tag)
    for (const group of value.groups) pending.push(group)
  }
  return [...tags].filter((tag) => tag !== '')
}

function union(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())]
}
