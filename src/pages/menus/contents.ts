import type { Group, Item } from '#dist/menu/schema.js'
import { createMatcher } from '../../browser/search.ts'
import { pathName, withChildGroups, withChildItems } from '../../browser/tree.ts'

/** A group or an item of a response, with its text for the search and the names of the groups around it. */
interface Entry<Kind extends Group | Item> {
  readonly node: Kind
  readonly path: string
  readonly searchText: string
}

/** All groups and items of a response. */
export interface Contents {
  /** The top-level groups, as trees. */
  readonly top: readonly Group[]
  readonly groups: readonly Entry<Group>[]
  readonly items: readonly Entry<Item>[]
  /** How many groups have each tag, the most frequent first. */
  readonly tagCounts: ReadonlyMap<string, number>
}

export const EMPTY: Contents = { top: [], groups: [], items: [], tagCounts: new Map() }

/** Lists each group and item once. @param isFiltered whether the response has only groups with certain tags */
export function readContents(top: readonly Group[], isFiltered: boolean): Contents {
  const groups = withChildGroups(isFiltered ? withoutRepeated(top) : top)
  return {
    top,
    groups: groups.map(({ node, parents }) => entryOf(node, parents)),
    items: groups.flatMap(({ node: group, parents: around }) =>
      withChildItems(group.items).map(({ node, parents }) => entryOf(node, [...around, group, ...parents])),
    ),
    // With tags, the response contains each group that has them, at any level.
    tagCounts: countTags(isFiltered ? top : groups.map(({ node }) => node)),
  }
}

/**
 * Leaves out groups that an earlier group contains. The response repeats each inner group with the tags after its outer group, so
 * a group of another menu with the same id and tags comes after that repetition.
 */
function withoutRepeated(top: readonly Group[]): Group[] {
  const expected = new Set<string>()
  const keyOf = ({ id, tags }: Group) => JSON.stringify([id, tags])
  return top.filter((group) => {
    if (expected.delete(keyOf(group))) return false
    for (const { node } of withChildGroups(group.groups)) expected.add(keyOf(node))
    return true
  })
}

function entryOf<Kind extends Group | Item>(node: Kind, path: readonly (Group | Item)[]): Entry<Kind> {
  return { node, path: pathName(path), searchText: searchTextOf(node) }
}

/** Returns the groups and items that contain all words of a search. */
export function find({ groups, items }: Contents, search: string): Pick<Contents, 'groups' | 'items'> {
  const matches = createMatcher(search)
  return {
    groups: groups.filter(({ searchText }) => matches(searchText)),
    items: items.filter(({ searchText }) => matches(searchText)),
  }
}

function countTags(groups: readonly Group[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { tags } of groups) for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return new Map([...counts].sort(([, one], [, other]) => other - one))
}

function searchTextOf({ name, description, tags }: Group | Item): string {
  return [name, description ?? '', ...tags].join('\n').toLowerCase()
}
