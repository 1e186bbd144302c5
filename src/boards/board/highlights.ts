import type { Group, Item } from '../../browser/menu/menu-fields.ts'
import { flattenGroups } from '../../browser/tree.ts'

/** A tag such as `label:new` highlights an item. */
const PREFIX = 'label:'
/** At most one in this many items is highlighted. */
const ITEMS_PER_HIGHLIGHT = 6

/** Returns the badge of an item, such as `new`. */
export function badgeOf({ tags = [] }: Item): string | undefined {
  return tags.find((tag) => tag.startsWith(PREFIX) && tag.length > PREFIX.length)?.slice(PREFIX.length)
}

/** Returns the items that stand out: the first in stock with a badge, up to one in six of all items, but at least one. */
export function highlightsOf(groups: readonly Group[]): ReadonlySet<Item> {
  const items = flattenGroups(groups).flatMap(({ node }) => node.items)
  const withBadges = items.filter((item) => item.inStock && badgeOf(item) !== undefined)
  return new Set(withBadges.slice(0, Math.max(1, Math.floor(items.length / ITEMS_PER_HIGHLIGHT))))
}
