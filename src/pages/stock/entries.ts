import type { Group, Item } from '../../browser/menu/menu-fields.ts'
import { flattenGroups, flattenItems, pathName } from '../../browser/tree.ts'
import { optionsPricedAsItem } from '../../lib/food/sizes-and-choices.ts'

/** An item of a menu, or one of its options, which is an item too. */
export interface Entry {
  readonly item: Item
  /** The items that it is an option of, the outermost first. */
  readonly ancestors: readonly Item[]
  /** The name for staff: `Latte`, or `Latte, Large`. */
  readonly name: string
  /** The name of the group that it is in. */
  readonly group: string
  /** The ids of the items whose prices are shown as one price, so that they must change together. Its own id is the first. */
  readonly pricedTogether: readonly string[]
}

/** A group that has items, and its items, each followed by its options. */
export interface EntryGroup {
  readonly id: string
  readonly name: string
  readonly entries: readonly Entry[]
}

/** Lists all groups that have items, at any depth. */
export function entryGroupsOf(groups: readonly Group[]): EntryGroup[] {
  return flattenGroups(groups)
    .filter(({ node }) => node.items.length > 0)
    .map(({ node: { id, name, items }, ancestors }) => ({
      id,
      name: pathName([...ancestors, { name }]),
      entries: entriesIn(items, name, []),
    }))
}

export function entriesOf(groups: readonly EntryGroup[]): Entry[] {
  return groups.flatMap(({ entries }) => entries)
}

/** Lists the options of an entry, and their own options. */
export function optionsOf({ item, ancestors, group }: Entry): Entry[] {
  return entriesIn(item.items, group, [...ancestors, item])
}

function entriesIn(items: readonly Item[], group: string, outer: readonly Item[]): Entry[] {
  return flattenItems(items, outer).map(({ node: item, ancestors }) => {
    const name = [...ancestors, item].map((part) => part.name).join(', ')
    const [pricedByParent = []] = ancestors
      .slice(-1)
      .map((parent) => [parent, ...optionsPricedAsItem(parent)])
      .filter((together) => together.includes(item))
    const together = new Set([item, ...optionsPricedAsItem(item), ...pricedByParent])
    return { item, ancestors, name, group, pricedTogether: Array.from(together, ({ id }) => id) }
  })
}
