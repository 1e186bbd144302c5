import type { Group, GroupsEnvelope, Item } from '../shared/menu/fields.ts'

/** A group, and how many groups are around it. */
export interface PlacedGroup {
  readonly group: Group
  readonly depth: number
}

/** Lists groups, each followed by the groups in it, at any depth. */
export function listGroups(groups: readonly Group[], level: number): PlacedGroup[] {
  var list: PlacedGroup[] = []
  add(groups, level)
  return list

  function add(some: readonly Group[], inner: number): void {
    some.forEach(function (node) {
      list.push({ group: node, depth: inner })
      add(node.groups, inner + 1)
    })
  }
}

/** Lists items, each followed by the items in it, such as its sizes, at any depth. */
export function listItems(items: readonly Item[]): Item[] {
  var list: Item[] = []
  add(items)
  return list

  function add(some: readonly Item[]): void {
    some.forEach(function (item) {
      list.push(item)
      add(item.items)
    })
  }
}

/** Lists the tags of all items, each once. */
export function tagsIn(menu: GroupsEnvelope): string[] {
  var tags: string[] = []
  var known: Record<string, boolean> = {}
  listGroups(menu.groups, 0).forEach(function (placed) {
    listItems(placed.group.items).forEach(function (item) {
      ;(item.tags || []).forEach(function (tag) {
        if (known[tag] !== true) tags.push(tag)
        known[tag] = true
      })
    })
  })
  return tags
}
