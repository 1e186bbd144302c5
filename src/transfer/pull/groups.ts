import { Type } from '@sinclair/typebox'
import { CommandError } from '../../lib/flow/command-error.ts'
import { isStorable } from '../../storage/database.ts'
import { MAX_DEPTH } from '../errors.ts'
import { type Branch, complete, toBranch, toGroup } from './branches.ts'
import { type Parsed, readAs } from './client.ts'
import { readPages } from './pages.ts'

/** The most that a service of this interface allows. */
const PAGE_SIZE = 50
/** How long the list of ids in one address may be: many servers and proxies accept no address beyond 8 KB. */
const MAX_IDS_LENGTH = 4000

const Envelope = Type.Object(
  {
    metadata: Type.Object({ groups: Type.Object({ total: Type.Integer({ minimum: 0 }) }) }),
    groups: Type.Array(Type.Unknown()),
  },
  { description: 'groups' },
)
const Options = Type.Array(Type.Object({ value: Type.String() }), { description: 'a list of options' })

type Get = (path: string) => Promise<Parsed>

/** Reads the groups of a menu with all that is below them, by as many requests as the limits of the service require. */
export async function readGroups(get: Get, menuId: string) {
  const menu = parameter('menus', [menuId])
  const found = await readSelection(get, menu, () => 1)
  const branches = menuId.includes(',') ? await onlyOf(get, menuId, found) : found
  await complete(branches, (cut) => readAgain(get, menu, cut))
  return { branches, groups: branches.map(toGroup) }
}

/** Reads groups as roots, several in one request. */
async function readAgain(get: Get, menu: string, cut: readonly Branch[]): Promise<Branch[]> {
  const levels = new Map(cut.map(({ id, level }) => [id, level]))
  const batches = batchesOf([...levels.keys()])
  const found = await Promise.all(
    batches.map((ids) =>
      readSelection(get, `${menu}&${parameter('groups', ids)}`, (id) => levels.get(id) ?? 1),
    ),
  )
  // An id with commas may also find the groups whose ids are its parts.
  return found.flat().filter(({ id }) => levels.has(id))
}

/**
 * Reads all groups that a selection finds, on all its pages.
 * @param levelOf how deep a group is in its menu
 */
function readSelection(
  get: Get,
  selection: string,
  levelOf: (id: string) => number,
): Promise<readonly Branch[]> {
  return readPages(PAGE_SIZE, async (page, pageSize) => {
    const path = `/v1/groups?${selection}&depth=${MAX_DEPTH}&page=${page}&pageSize=${pageSize}`
    const { value, from } = await get(path)
    const { metadata, groups } = readAs(Envelope, value, from)
    const entries = groups.map((group) => toBranch(group, levelOf, from))
    return { total: metadata.groups.total, entries, from }
  })
}

/** Leaves out groups of other menus: an id with commas may also find the menus whose ids are its parts. */
async function onlyOf(get: Get, menuId: string, found: readonly Branch[]): Promise<Branch[]> {
  const { value, from } = await get(`/v1/menus/${encodeURIComponent(menuId)}/groups/options`)
  const ids = new Set(readAs(Options, value, from).map((option) => option.value))
  return found.filter(({ id }) => ids.has(id))
}

/** A query parameter with ids. As a JSON array, an id with commas is not only several ids. */
function parameter(name: string, ids: readonly string[]): string {
  if (!ids.every(isStorable))
    throw new CommandError('An id contains NUL or half a character, which cannot be imported: change the id.')
  const [only = '', ...others] = ids
  const isPlain = others.length === 0 && !/[,[]/.test(only)
  return `${name}=${encodeURIComponent(isPlain ? only : JSON.stringify(ids))}`
}

function batchesOf(ids: readonly string[]): string[][] {
  const batches: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const id of ids) {
    const idLength = isStorable(id) ? encodeURIComponent(id).length + 10 : 0
    length += idLength
    if (length > MAX_IDS_LENGTH || batches.at(-1)?.length === PAGE_SIZE) {
      batches.push([])
      length = idLength
    }
    batches.at(-1)?.push(id)
  }
  return batches
}
