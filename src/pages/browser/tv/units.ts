import { type Sizes, sharedSizes, widthOf } from '../board/sizes.ts'
import { partsOf } from '../board/together.ts'
import { withoutWrappers } from '../board/wrappers.ts'
import { element } from '../shared/elements.ts'
import type { Group } from '../shared/menu/fields.ts'
import { type WithParents, withChildGroups } from '../shared/tree.ts'
import { rowsOf, type Shown } from './rows.ts'

/** A part of the menu that is in one column: an item with its sizes and options, or if it is higher than a column, a part of it. */
export interface Unit {
  readonly group: Group
  /** The headings above it if it is the first of its group: those of groups that begin with this one, and its own. */
  readonly headings: readonly WithParents<Group>[]
  /** What the items of the group have in common, as columns. */
  readonly sizes: Sizes | undefined
  /** The rows; none for a group that has a description and no items. */
  readonly body: HTMLElement
}

/** The units of a menu, in reading order. They are created when they are needed: a long menu has many. */
export interface Units {
  /** How many there are, before any is divided. */
  readonly count: number
  /** The width of the longest name, in characters. */
  readonly longestName: number
  /** Returns a unit; undefined after the last. */
  readonly get: (index: number) => Unit | undefined
  /** Divides a unit that is higher than a column. @returns whether it could be divided */
  readonly split: (index: number) => boolean
}

/** What sizes in columns have of the width of a column: bold letters are wider than others, and cells have edges. */
const SHARE_OF_SIZES = 0.93

/** Turns a menu into units. */
export function unitsOf(groups: readonly Group[], shown: Shown): Units {
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
      const [first = [], ...others] = partsOf(Array.from(unit?.body.childNodes ?? []))
      const later = others.length > 0 ? others : first.slice(1).map((row) => [row])
      if (unit)
        units.splice(index + 1, 0, ...later.map((rows) => ({ ...unit, body: element('tbody', '', ...rows) })))
      return later.length > 0
    },
  }
}
