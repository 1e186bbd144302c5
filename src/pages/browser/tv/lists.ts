import type { Group, GroupsEnvelope, Item } from '../shared/feed/fields.ts'

/** A group, and how many groups are around it. */
export interface PlacedGroup {
  readonly group: Group
  readonly depth: number
}

/** Lists groups, each followed by the groups in it, at any depth. */
export function listGroups(groups: readonly Group[], level: number): PlacedGroup[] {
  return groups.reduce(function (list: PlacedGroup[], node) {
    return list.concat({ group: node, depth: level }, listGroups(node.groups, level + 1))
  }, [])
}

/** Lists items, each followed by the items in it, such as its sizes, at any depth. */
export function listItems(items: readonly Item[]): Item[] {
  return items.reduce(function (list: Item[], item) {
    return list.concat(item, listItems(item.items))
  }, [])
}

/** Lists the tags of all items. */
export function tagsOf(menu: GroupsEnvelope): string[] {
  return listGroups(menu.groups, 0).reduce(function (tags: string[], placed) {
    return listItems(placed.group.items).reduce(function (list: string[], item) {
      return list.concat(item.tags || [])
    }, tags)
  }, [])
}
