import { element } from '../../browser/elements.ts'
import type { Group } from '../../browser/menu/menu-fields.ts'
import { type WithParents, withChildGroups } from '../../browser/tree.ts'
import { splitIntoParts } from '../shared/item-parts.ts'
import type { Presentation } from '../shared/presentation.ts'
import { type Sizes, sharedSizes, widthOf } from '../shared/sizes.ts'
import { withoutWrappers } from '../shared/wrappers.ts'
import { rowsOf } from './table-rows.ts'

/** A part of the menu in one column: an item with its sizes and options, or a part of an item that is higher than a column. */
export interface Unit {
  readonly group: Group
  /** The headings above it if it is the first of its group: its own, after the headings of outer groups that begin here. */
  readonly headings: readonly WithParents<Group>[]
  /** The sizes that the items of the group have in common, as columns. */
  readonly sizes: Sizes | undefined
  /** The rows; none for a group that has a description and no items. */
  readonly body: HTMLElement
}

/** The units of a menu, in reading order. They are created when they are needed: a long menu has many. */
export interface Units {
  /** The number of units, before any is divided. */
  readonly count: number
  /** The width of the longest name, in characters. */
  readonly longestName: number
  /** Returns a unit; undefined after the last. */
  readonly get: (index: number) => Unit | undefined
  /** Divides a unit that is higher than a column. @returns whether it could be divided */
  readonly split: (index: number) => boolean
}

/** The share of the width of a column that its sizes may take: bold letters are wider than others, and cells have edges. */
const SHARE_OF_SIZES = 0.93

export function unitsOf(groups: readonly Group[], shown: Presentation): Units {
  const widthEm = SHARE_OF_SIZES * shown.widthEm
  const units: Unit[] = []
  const waiting: (() => Unit)[] = []
  let headings: WithParents<Group>[] = []
  let next = 0
  let longestName = 0
  for (const placed of withChildGroups(withoutWrappers(groups))) {
    const { node: group } = placed
    headings.push(placed)
    if (group.items.length === 0 && group.groups.length > 0) continue
    const sizes = sharedSizes(group.items, { ...shown, widthEm })
    const common = { group, headings, sizes }
    headings = []
    if (group.items.length === 0) waiting.push(() => ({ ...common, body: element('tbody', '') }))
    for (const item of group.items) {
      longestName = Math.max(longestName, widthOf(item.name))
      waiting.push(() => ({ ...common, body: element('tbody', '', ...rowsOf(item, sizes, shown)) }))
    }
  }
  return {
    count: waiting.length,
    longestName,
    get: (index) => {
      for (let create = waiting[next]; create && units.length <= index; create = waiting[++next])
        units.push(create())
      return units[index]
    },
    split: (index) => {
      const unit = units[index]
      const [first = [], ...others] = splitIntoParts(Array.from(unit?.body.childNodes ?? []))
      const later = others.length > 0 ? others : first.slice(1).map((row) => [row])
      if (unit)
        units.splice(index + 1, 0, ...later.map((rows) => ({ ...unit, body: element('tbody', '', ...rows) })))
      return later.length > 0
    },
  }
}
