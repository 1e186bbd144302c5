import type { Group, Item } from '../shared/menu/fields.ts'

/** A group of fewer items looks like a mistake, so its sold-out items stay, and are marked. */
const FEWEST_ITEMS = 2

/** Leaves out sold-out items, where at least two items of their group remain. */
export function withoutSoldOut(groups: readonly Group[]): Group[] {
  return groups.map((group) => ({
    ...group,
    items: remaining(group.items),
    groups: withoutSoldOut(group.groups),
  }))
}

function remaining(items: readonly Item[]): readonly Item[] {
  const available = items.filter(({ inStock }) => inStock)
  return available.length >= FEWEST_ITEMS ? available : items
}
