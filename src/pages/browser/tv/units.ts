import { isPricedBySizes } from '../../../menu/labelling.ts'
import { caloriesElement, caloriesOf } from '../board/calories.ts'
import { caloriesOfChoices } from '../board/labelling.ts'
import { marksElement } from '../board/legend.ts'
import type { Presentation } from '../board/presentation.ts'
import { shownText } from '../board/shown-text.ts'
import { soldOutItem } from '../board/sold-out.ts'
import { partsOf } from '../board/together.ts'
import { element, ownText } from '../shared/elements.ts'
import type { Group, Item } from '../shared/menu/fields.ts'
import { type WithParents, withChildGroups, withChildItems } from '../shared/tree.ts'

/** What all of a menu is shown with. */
type Shown = Pick<Presentation, 'formats' | 'words' | 'marks' | 'labelling'>

const DEEPEST_HEADING = 2
const DEEPEST_NAME = 2

/** A part of the menu that is in one column: an item with its sizes and options, or if it is higher than a column, a part of it. */
export interface Unit {
  readonly group: Group
  /** How many groups are around the group. */
  readonly depth: number
  /** Undefined for a group that has a description and no items. */
  readonly body: HTMLElement | undefined
}

/** The units of a menu, in reading order. They are created when they are needed: a long menu has many. */
export interface Units {
  /** Returns a unit; undefined after the last. */
  readonly get: (index: number) => Unit | undefined
  /** Divides a unit that is higher than a column. @returns whether it could be divided */
  readonly split: (index: number) => boolean
}

/** Turns a menu into units. A group that only contains other groups has none. */
export function unitsOf(groups: readonly Group[], shown: Shown): Units {
  const units: Unit[] = []
  const waiting: (() => void)[] = []
  let next = 0
  for (const { node: group, parents } of withChildGroups(groups)) {
    const depth = Math.min(parents.length, DEEPEST_HEADING)
    if (group.items.length === 0 && group.description)
      waiting.push(() => units.push({ group, depth, body: undefined }))
    for (const item of group.items)
      waiting.push(() => units.push({ group, depth, body: bodyOf(item, shown) }))
  }
  return {
    get: (index) => {
      for (; units.length <= index && next < waiting.length; next++) waiting[next]?.()
      return units[index]
    },
    split: (index) => {
      const unit = units[index]
      const [first = [], ...others] = partsOf(Array.from(unit?.body?.childNodes ?? []))
      const later = others.length > 0 ? others : first.slice(1).map((row) => [row])
      if (unit)
        units.splice(index + 1, 0, ...later.map((rows) => ({ ...unit, body: element('tbody', '', ...rows) })))
      return later.length > 0
    },
  }
}

function bodyOf(item: Item, shown: Shown): HTMLElement {
  const rows = item.inStock
    ? withChildItems([item]).map((placed) => rowOf(placed, shown))
    : [soldOutRow(item, shown)]
  return element('tbody', '', ...rows)
}

/** Creates the only row of a sold-out item. */
function soldOutRow(item: Item, shown: Shown): HTMLElement {
  const { labelling } = shown
  const choices = labelling ? caloriesOfChoices(item, labelling) : []
  const name = nameCell(soldOutItem(item, labelling), 0, shown, choices)
  return element('tr', 'item', name, priceCell(item, shown))
}

/** What is around a sold-out option already says so. What cannot be ordered needs no description. */
function rowOf({ node: item, parents }: WithParents<Item>, shown: Shown): HTMLElement {
  const isParentOut = parents.some(({ inStock }) => !inStock)
  const shownItem = isParentOut || !item.inStock ? { ...item, description: null } : item
  const name = nameCell(shownItem, Math.min(parents.length, DEEPEST_NAME), shown)
  const price = isParentOut ? element('td', '') : priceCell(item, shown)
  return element('tr', parents.length === 0 ? 'item' : 'option', name, price)
}

/** @param choices calories that are shown in place of those of the item */
function nameCell(item: Item, depth: number, shown: Shown, choices: readonly number[] = []): HTMLElement {
  const { name, tags = [], description } = item
  const calories = caloriesElement(choices.length > 0 ? choices : caloriesOf(item), shown)
  return element(
    'td',
    `name depth-${depth}`,
    shownText('item', name),
    ' ',
    marksElement(shown.marks.of(tags)),
    ' ',
    calories,
    description ? element('p', 'description', ownText('', description)) : undefined,
  )
}

function priceCell(item: Item, { formats, words }: Shown): HTMLElement {
  if (item.inStock) {
    const hasPrice = item.price !== null && !isPricedBySizes(item)
    return element('td', 'price', hasPrice ? element('span', '', formats.price(item.price)) : undefined)
  }
  const mark = element('span', 'sold-out', words.soldOut)
  mark.lang = words.language
  return element('td', 'price', mark)
}
