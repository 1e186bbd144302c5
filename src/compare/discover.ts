import { CommandError } from '../command-error.ts'
import type { Answer, Client } from './client.ts'
import { type ComparedRequest, get, type KnownIds } from './routes.ts'

/** What the two services show, with everything that only one of them shows. */
export interface Discovery extends KnownIds {
  readonly tags: readonly string[]
}

const DEVICES_PER_PAGE = 1000

/**
 * Finds the menus, the tags and the devices that two services show to the keys.
 * @param withDevices whether devices are looked for
 * @throws {CommandError} if a service does not answer or refuses the key
 */
export async function discover(clients: readonly Client[], withDevices: boolean): Promise<Discovery> {
  const found = await Promise.all(
    clients.map(async (client) => ({
      menus: idsOf(await read(client, get('/v1/menus'))),
      tags: tagsOf(await read(client, get('/v1/groups'))),
      devices: withDevices ? await readDeviceIds(client) : [],
    })),
  )
  const union = (name: keyof Discovery) => [...new Set(found.flatMap((one) => one[name]))]
  return { menus: union('menus'), tags: union('tags'), devices: union('devices') }
}

/** @throws {CommandError} if a service does not answer */
export async function requireAnswer(client: Client, request: ComparedRequest): Promise<Answer> {
  const answer = await client.ask(request)
  if ('status' in answer) return answer
  throw new CommandError(`${client.service.name} does not answer: ${answer.failure}.`)
}

/** @returns the body, or undefined if it is an error or not JSON: the comparison will show that */
async function read(client: Client, request: ComparedRequest): Promise<unknown> {
  const { status, body } = await requireAnswer(client, request)
  if (status === 401) throw refused(client, request)
  if (status !== 200) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function refused({ service }: Client, { target }: ComparedRequest): CommandError {
  return new CommandError(
    `${service.name} does not accept the key for ${target} (status 401): check the file with the key.`,
  )
}

async function readDeviceIds(client: Client): Promise<string[]> {
  const ids = new Set<string>()
  for (let page = 1; ; page++) {
    const list = await read(client, get(`/devices?page_size=${DEVICES_PER_PAGE}&page=${page}`))
    const before = ids.size
    for (const id of idsOf(member(list, 'data'))) ids.add(id)
    // A service that ignores the page shows the same devices again.
    if (ids.size === before || ids.size >= Number(member(list, 'total'))) return [...ids]
  }
}

function idsOf(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  return list
    .map((entry) => member(entry, 'id'))
    .filter((id) => typeof id === 'string')
    .filter(Boolean)
}

/** The tags of groups at any depth. Does not recurse: an answer may nest more deeply than the stack allows. */
function tagsOf(envelope: unknown): string[] {
  const tags = new Set<string>()
  const pending = [member(envelope, 'groups')]
  for (let groups = pending.pop(); groups !== undefined; groups = pending.pop()) {
    for (const group of Array.isArray(groups) ? groups : []) {
      for (const tag of listIn(group, 'tags')) if (typeof tag === 'string' && tag !== '') tags.add(tag)
      pending.push(listIn(group, 'groups'))
    }
  }
  return [...tags]
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = member(value, name)
  return Array.isArray(list) ? list : []
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}
