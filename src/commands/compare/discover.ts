import { Type } from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import { CommandError } from '../../lib/flow/command-error.ts'
import { NoResponse } from '../../lib/http-client/get.ts'
import { describeRefusal, type InterfaceName } from '../../lib/http-client/key.ts'
import { requireEnd } from '../../lib/http-client/pages.ts'
import { tryParseJson } from './answer-differences.ts'
import type { CompareClient } from './client.ts'

/** What the two services show, with everything that only one of them shows. */
export interface Discovery {
  readonly menus: readonly string[]
  readonly tags: readonly string[]
  /** Absent if devices are not compared. */
  readonly devices?: readonly string[]
}

const Entries = Type.Array(Type.Object({ id: Type.String() }))
const DeviceList = Type.Object({ data: Entries })
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
  const readAll = (of: InterfaceName, path: string) =>
    Promise.all(clients.map((client) => read(client, of, path)))
  const menus = await readAll('menus', '/v1/menus')
  const groups = await readAll('menus', '/v1/groups')
  const devices = withDevices ? await allDevices((path) => readAll('devices', path)) : new Set<string>()
  // Equal errors prove nothing: the key may be wrong, or the base address.
  if (devices.size === 0 && [...menus, ...groups].every((value) => value === undefined))
    throw new CommandError(
      'Both services answered every request with an error, so nothing was compared: check the addresses and the keys.',
    )
  const found = { menus: [...new Set(menus.flatMap(idsOf))], tags: tagsOf(groups) }
  return withDevices ? { ...found, devices: [...devices] } : found
}

/** The ids on all pages of both services. A page without any new id is the last: a service may ignore the page. */
async function allDevices(readAll: (path: string) => Promise<unknown[]>): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (let page = 1, before = -1; ids.size > before; page++) {
    requireEnd(page, 'The list of devices')
    before = ids.size
    const lists = await readAll(`/devices?page_size=1000&page=${page}`)
    for (const list of lists) if (Check(DeviceList, list)) for (const id of idsOf(list.data)) ids.add(id)
  }
  return ids
}

/** @returns the body, or undefined if it is an error or not JSON: the comparison will show that */
async function read({ service, ask }: CompareClient, of: InterfaceName, path: string): Promise<unknown> {
  const answer = await ask(of, path)
  if (answer instanceof NoResponse)
    throw new CommandError(`${service.name} cannot be read: ${answer.message}. ${answer.advice}`)
  if (answer.status === 401)
    throw new CommandError(describeRefusal(new URL(service.urls[of] + path), service.keys[of]))
  return answer.status === 200 ? tryParseJson(answer.body)?.value : undefined
}

function idsOf(list: unknown): string[] {
  return Check(Entries, list) ? list.map(({ id }) => id).filter((id) => id !== '') : []
}

/** The tags of groups at any depth. Does not recurse: an answer may nest more deeply than the stack allows. */
function tagsOf(answers: readonly unknown[]): string[] {
  const tags = new Set<string>()
  const pending = [...answers]
  for (const value of pending) {
    if (!Check(Groups, value)) continue
    for (const tag of value.tags ?? []) if (tag !== '') tags.add(tag)
    for (const group of value.groups) pending.push(group)
  }
  return [...tags]
}
