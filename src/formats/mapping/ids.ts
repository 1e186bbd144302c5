import { hash } from 'node:crypto'
import type { ImportFileGroup, ImportFileItem, ImportFileMenu } from '../../documents/schema.ts'
import { writtenFieldsOf } from '../../lib/fields.ts'
import { GROUP_FIELDS, ITEM_FIELDS } from '../../menu/schema.ts'
import type { FormatName } from '../format-options.ts'
import type { SourceGroup, SourceItem, SourceMenu } from './source-menu.ts'

type Node = SourceMenu | SourceGroup | SourceItem

/**
 * Makes menus of an import file, with ids that stay the same in each import. An id is the id of the source, with the format as
 * its prefix, and with the place if the id occurs in several places. Without an id in the source, the id is made from the place:
 * the names from the menu down to the node, and a number if siblings have the same name.
 */
export function withIds(format: FormatName, menus: readonly SourceMenu[]): ImportFileMenu[] {
  const repeated = repeatedIds(menus)
  const taken = new Set<string>()
  /** The next number to try, by the id with the number 1. Without it, a million items of one name would take hours. */
  const nextNumbers = new Map<string, number>()
  return menus.map(toMenu)

  function toMenu(menu: SourceMenu): ImportFileMenu {
    const { name, location, restaurant } = menu
    const id = give(menu, ['menu', name, location ?? null])
    const isNowhere = location === restaurant && typeof location !== 'string'
    const place = isNowhere ? location : { name: location, restaurantName: restaurant }
    const groups = menu.groups.map((group) => toGroup(group, id))
    return { id, name, keepsLeftOut: true, location: place, groups }
  }

  function toGroup(group: SourceGroup, parentId: string): ImportFileGroup {
    const id = give(group, [parentId, 'group', group.name])
    const groups = group.groups.map((child) => toGroup(child, id))
    return {
      id,
      ...writtenFieldsOf(GROUP_FIELDS, group),
      groups,
      items: group.items.map((item) => toItem(item, id)),
    }
  }

  function toItem(item: SourceItem, parentId: string): ImportFileItem {
    const id = give(item, [parentId, 'item', item.name])
    return { id, ...writtenFieldsOf(ITEM_FIELDS, item), items: item.items.map((child) => toItem(child, id)) }
  }

  function give(node: Node, place: readonly (string | null)[]): string {
    const id = node.id ?? firstFree((number) => idOf(node, place, number))
    taken.add(id)
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
