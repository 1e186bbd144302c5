import type { Group, Item } from '#dist/menu/schema.js'

/** An item of a menu, or one of its choices: a size or an extra, which is an item too. */
export interface Entry {
  readonly item: Item
  /** What staff call it: `Latte`, or `Latte, Large`. */
  readonly name: string
  /** The name of the group that it is in. */
  readonly group: string
  readonly choices: readonly Entry[]
  /** The items whose price is shown as one, so that it must change as one. Its own id is the first. */
  readonly pricedTogether: readonly string[]
}

/** A group that has items, and its items. */
export interface Section {
  readonly id: string
  readonly name: string
  readonly entries: readonly Entry[]
}

/** Lists all groups that have items, at any depth. */
export function sectionsOf(groups: readonly Group[], path: readonly string[] = []): Section[] {
  return groups.flatMap(({ id, name, items, groups: children }) => {
    const own = { id, name: [...path, name].join(' › '), entries: items.map((item) => entryOf(item, name)) }
    return [...(items.length > 0 ? [own] : []), ...sectionsOf(children, [...path, name])]
  })
}

function entryOf(item: Item, group: string, parents: readonly Item[] = []): Entry {
  const parent = parents[parents.length - 1]
  const path = [...parents, item]
  return {
    item,
    name: path.map(({ name }) => name).join(', '),
    group,
    choices: item.items.map((choice) => entryOf(choice, group, path)),
    pricedTogether: parent && isPriceOf(parent, item) ? [item.id, parent.id] : [item.id],
  }
}

/** Returns whether a choice has the price of its item, which boards then show once. */
function isPriceOf(item: Item, choice: Item): boolean {
  return item.price !== null && item.items.find(({ price }) => price === item.price) === choice
}

/** Lists entries, each followed by its choices. */
export function withChoices(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((entry) => [entry, ...withChoices(entry.choices)])
}

/** Lists all entries of a menu. */
export function entriesOf(sections: readonly Section[]): Entry[] {
  return withChoices(sections.flatMap(({ entries }) => entries))
}
