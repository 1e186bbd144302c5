import { type Static, Type } from '@sinclair/typebox'
import { CommandError } from '../../lib/command-error.ts'
import { MAX_DEPTH, TOO_DEEP } from '../../schemas/depth.ts'
import { type Get, parseAs } from './client.ts'
import { readPages } from './read-pages.ts'

/** The most that a service with this interface allows. */
const PAGE_SIZE = 50
/** Many servers and proxies reject URLs of more than 8 KB. */
const IDS_AT_ONCE = 10

const Total = Type.Object({ total: Type.Integer({ minimum: 0 }) })
const Item = Type.Recursive((This) =>
  Type.Object({ name: Type.String(), metadata: Type.Object({ items: Total }), items: Type.Array(This) }),
)
const Group = Type.Recursive((This) =>
  Type.Object({
    id: Type.String({ minLength: 1 }),
    name: Type.String(),
    metadata: Type.Object({ groups: Total, items: Total }),
    groups: Type.Array(This),
    items: Type.Array(Item),
  }),
)
const Envelope = Type.Object(
  { metadata: Type.Object({ groups: Total }), groups: Type.Array(Group) },
  { description: 'groups with their totals' },
)
type Item = Static<typeof Item>
type Group = Static<typeof Group>

/**
 * Reads the groups of a menu with all groups and items below them. A response is cut off at some depth. A group that lacks
 * something is requested again by its id, unless it is a top-level group, whose response would be the same: it counts as incomplete.
 * @param selection the parameter that names the menu
 * @throws {CommandError} if they cannot be read, or contradict each other
 */
export async function readGroups(get: Get, selection: string) {
  const roots = await readSelection(get, selection)
  let truncated = roots.flatMap(truncatedBelow)
  for (let round = 1; round < MAX_DEPTH && truncated.length > 0; round++) {
    const whole = await readByIds(get, selection, new Set(truncated.map(({ id }) => id)))
    for (const group of truncated) {
      const found = whole.get(group.id)
      // Each group is used once, so that a small response cannot become a large tree.
      if (!whole.delete(group.id))
        throw new CommandError(`The group ${group.id} is missing, or is in several places: try again later.`)
      Object.assign(group, found)
    }
    truncated = truncated.flatMap(truncatedBelow)
  }
  return { groups: roots, missing: countMissing(roots) }
}

/** Reads all groups that a selection finds, on all its pages. */
function readSelection(get: Get, selection: string): Promise<Group[]> {
  return readPages(PAGE_SIZE, async (page) => {
    const path = `/v1/groups?${selection}&depth=${MAX_DEPTH}&page=${page}&pageSize=${PAGE_SIZE}`
    const response = await get(path)
    const { metadata, groups } = parseAs(Envelope, response)
    return { total: metadata.groups.total, entries: groups, from: response.from }
  })
}

/**
 * Reads groups of a menu as roots, several in one request. A service may take an id with commas for several ids: groups that were
 * not asked for are ignored.
 */
async function readByIds(get: Get, menu: string, ids: Set<string>): Promise<Map<string, Group>> {
  const rest = [...ids]
  const found: Group[] = []
  while (rest.length > 0) {
    const groups = encodeURIComponent(JSON.stringify(rest.splice(0, IDS_AT_ONCE)))
    found.push(...(await readSelection(get, `${menu}&groups=${groups}`)))
  }
  return new Map(found.map((group) => [group.id, group]))
}

/** The groups below a root that lack something. Each is read again, with everything below it. */
function truncatedBelow({ groups }: Group): Group[] {
  return groups.flatMap((group) => (missingFrom(group) > 0 ? [group] : truncatedBelow(group)))
}

/**
 * How many groups and items are in the totals, but not in the responses.
 * @throws {CommandError} if groups nest too deep
 */
function countMissing(groups: readonly Group[], level = 1): number {
  if (level > MAX_DEPTH && groups.length > 0)
    throw new CommandError(`Groups and items of a menu ${TOO_DEEP}.`)
  return sumOf(groups, (group) => missingFrom(group) + countMissing(group.groups, level + 1))
}

/** How many groups directly in a group, and how many items anywhere in it, are missing. */
function missingFrom(group: Group): number {
  return Math.max(0, group.metadata.groups.total - group.groups.length) + missingItems(group)
}

function missingItems({ metadata, items }: Item): number {
  return Math.max(0, metadata.items.total - items.length) + sumOf(items, missingItems)
}

function sumOf<Value>(values: readonly Value[], numberOf: (value: Value) => number): number {
  return values.reduce((sum, value) => sum + numberOf(value), 0)
}
