import { hash } from 'node:crypto'
import type { FormatName } from '../format.ts'
import type { SourceGroup, SourceItem, SourceMenu } from './source-menu.ts'

type Node = SourceMenu | SourceGroup | SourceItem

/**
 * Gives ids to menus and everything in them, so that importing a file again changes nothing, and renaming one item
 * changes one item. An id is that of the source with the format as its prefix. If it occurs in several places, as an item
 * of two categories does, its place is added. Without an id in the source, the id is made from the place: the names from
 * the menu down to the node and, if siblings have the same name, its number among them.
 */
export function createIds(format: FormatName, menus: readonly SourceMenu[]): ReadonlyMap<Node, string> {
  const repeated = repeatedIds(menus)
  const ids = new Map<Node, string>()
  const taken = new Set<string>()
  /** The next number to try, by the id with the number 1. Without it, a million items of one name would take hours. */
  const nextNumbers = new Map<string, number>()
  for (const menu of menus) {
    const id = give(menu, menuPlace(menu.name, menu.location ?? null))
    visitGroups(menu.groups, id)
  }
  return ids

  function visitGroups(groups: readonly SourceGroup[], parentId: string): void {
    for (const group of groups) {
      const id = give(group, [parentId, 'group', group.name])
      visitGroups(group.groups, id)
      visitItems(group.items, id)
    }
  }

  function visitItems(items: readonly SourceItem[], parentId: string): void {
    for (const item of items) visitItems(item.items, give(item, [parentId, 'item', item.name]))
  }

  function give(node: Node, place: readonly (string | null)[]): string {
    const id = node.id ?? firstFree((number) => idOf(node, place, number))
    taken.add(id)
    ids.set(node, id)
    return id
  }

  function firstFree(idWith: (number: number) => string): string {
    const first = idWith(1)
    if (!taken.has(first)) return first
    for (let number = nextNumbers.get(first) ?? 2; ; number++) {
      const id = idWith(number)
      if (taken.has(id)) continue
      nextNumbers.set(first, number + 1)
      return id
    }
  }

  function idOf({ sourceId }: Node, place: readonly (string | null)[], number: number): string {
    if (sourceId === undefined) return `${format}:${digestOf([...place, number])}`
    if (number === 1 && !repeated.has(sourceId)) return `${format}:${sourceId}`
    return `${format}:${sourceId}@${digestOf([place[0] ?? '', number])}`
  }
}

export function deriveMenuId(format: FormatName, name: string, location: string | null): string {
  return `${format}:${digestOf([...menuPlace(name, location), 1])}`
}

const menuPlace = (name: string, location: string | null) => ['menu', name, location]

/** The source's own ids that occur more than once. */
function repeatedIds(menus: readonly SourceMenu[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  const visit = (node: Node) => {
    if (node.sourceId !== undefined) (seen.has(node.sourceId) ? repeated : seen).add(node.sourceId)
    if ('groups' in node) node.groups.forEach(visit)
    if ('items' in node) node.items.forEach(visit)
  }
  menus.forEach(visit)
  return repeated
}

function digestOf(place: readonly (string | number | null)[]): string {
  return hash('sha256', JSON.stringify(place), 'hex').slice(0, 24)
}
