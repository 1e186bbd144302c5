import { type Static, Type } from '@sinclair/typebox'
import { numberParameter, positiveParameter, readIds, valuesParameter } from '../http/query-parameters.ts'
import { normalText } from '../lib/text/normal-text.ts'
import { partsOf, readValues } from '../lib/text/several-values.ts'
import type { Group, GroupsEnvelope, Item } from './schema.ts'
import { visitGroups } from './tree.ts'

const DEFAULT_PAGE_SIZE = 10
const MAX_PAGE_SIZE = 50

/** The parameters of `GET /v1/groups`. An empty value counts as not given. */
export const GroupsParameters = Type.Object({
  menus: valuesParameter('Only groups of these menus.'),
  groups: valuesParameter('Only these groups, at any depth.'),
  tags: valuesParameter('Only groups with all of these tags, at any depth. A tag may contain a comma.'),
  depth: numberParameter('How many levels below each entry to include; 0 includes none. By default all.'),
  page: positiveParameter('The page of top-level entries, from 1.'),
  pageSize: numberParameter(
    `Entries per page: at most ${MAX_PAGE_SIZE}, by default ${DEFAULT_PAGE_SIZE} if \`page\` is given.`,
    MAX_PAGE_SIZE,
  ),
})
export type GroupsParameters = Static<typeof GroupsParameters>

export type Selection = ReturnType<typeof parseSelection>

/** Parses the parameters. The menus are not part of the result: they are looked up together with the key. */
export function parseSelection(parameters: GroupsParameters) {
  return {
    groupIds: readIds(parameters.groups),
    tags: new Set(readValues(parameters.tags, normalText)),
    depth: parameters.depth ? Number(parameters.depth) : Number.POSITIVE_INFINITY,
    page: parsePage(parameters),
  }
}

/** The canonical text of all of a selection. It does not depend on the order and form of the parameters. */
export function canonicalSelection(selection: Selection): string {
  return JSON.stringify(selection, (_, value) => (value instanceof Set ? [...value].sort() : value))
}

/** Applies a selection to the trees of menus, which are in the order of the menus. */
export function selectGroups(trees: readonly (readonly Group[])[], selection: Selection): GroupsEnvelope {
  const matches = findMatches(trees.flat(), selection)
  const { page, depth } = selection
  const entries = page ? matches.slice((page.number - 1) * page.size, page.number * page.size) : matches
  return {
    metadata: { groups: { total: matches.length } },
    groups: depth === Number.POSITIVE_INFINITY ? entries : entries.map((group) => cutGroup(group, depth)),
  }
}

function findMatches(topLevel: Group[], { groupIds, tags }: Selection): Group[] {
  if (groupIds === undefined && tags.size === 0) return topLevel
  const meets = createTagFilter(tags)
  const matches: Group[] = []
  visitGroups(topLevel, (group) => {
    if ((groupIds === undefined || groupIds.has(group.id)) && meets(group)) matches.push(group)
  })
  return matches
}

/**
 * Tells whether a group has all tags: for `a,b`, the tag `a,b` or both `a` and `b`. The check stops at the first
 * missing tag, so the tags of the group limit its time.
 */
function createTagFilter(tags: ReadonlySet<string>): (group: Group) => boolean {
  const tagsByPart = new Map<string, Set<string>>()
  for (const tag of tags)
    for (const part of partsOf(tag)) tagsByPart.set(part, (tagsByPart.get(part) ?? new Set()).add(tag))
  return (group) => {
    const own = new Set(group.tags)
    for (const [part, wanted] of tagsByPart) if (!own.has(part) && !isSubset(wanted, own)) return false
    return true
  }
}

function isSubset(values: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const value of values) if (!others.has(value)) return false
  return true
}

function parsePage({ page, pageSize }: GroupsParameters) {
  if (!page && !pageSize) return undefined
  const number = Math.min(Number(page || 1), Number.MAX_SAFE_INTEGER)
  const size = Math.min(Number(pageSize || DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE)
  return { number, size }
}

/**
 * Copies a group with at most `depth` levels of child groups below it, and at most `depth` levels of child
 * items below each item of a group. The totals are not changed.
 */
function cutGroup(group: Group, depth: number, levelsBelow = depth): Group {
  return {
    ...group,
    groups: levelsBelow === 0 ? [] : group.groups.map((child) => cutGroup(child, depth, levelsBelow - 1)),
    items: group.items.map((item) => cutItem(item, depth)),
  }
}

function cutItem(item: Item, depth: number): Item {
  return { ...item, items: depth === 0 ? [] : item.items.map((child) => cutItem(child, depth - 1)) }
}
