import { element, elementIn, withOwnDirection } from '../../browser/elements.ts'
import type { Item } from '../../browser/menu/menu-fields.ts'
import { caloriesElement, caloriesOf } from '../shared/calories.ts'
import { marksElement } from '../shared/mark-elements.ts'
import type { Presentation } from '../shared/presentation.ts'
import { badgeOf } from './highlights.ts'
import { breakableText } from './word-breaks.ts'

export interface BoardPresentation extends Presentation {
  /** The items that stand out. */
  readonly highlights: ReadonlySet<Item>
}

/**
 * Creates the line of an item: its name with marks and calories, then dots and the price.
 * @param price the text at the end of the line, unless the item is sold out
 * @param calories by default those of the item itself
 */
export function itemLine(
  item: Item,
  presentation: BoardPresentation,
  price: HTMLElement | undefined,
  calories = caloriesOf(item),
) {
  const details = spaced(marksOf(item, presentation), caloriesElement(calories, presentation))
  const texts = [badgeElement(item, presentation), nameOf(item), ...details]
  const end = item.inStock ? price : soldOut(presentation)
  return element('div', 'line', element('span', 'name', ...texts), end && element('span', 'leader'), end)
}

/** Returns the texts of a choice that has the price of its item: its name, with marks. */
export function choiceTexts(choice: Item, presentation: BoardPresentation) {
  const mark = choice.inStock ? undefined : soldOut(presentation)
  return [nameOf(choice), ...spaced(marksOf(choice, presentation), mark)]
}

/** Puts a space before each part, so that a part goes to the next line only if the line of the name has no room for it. */
function spaced(...parts: readonly (HTMLElement | undefined)[]) {
  return parts.flatMap((part) => (part ? [' ', part] : []))
}

function marksOf({ tags = [] }: Item, { marks }: BoardPresentation): HTMLElement | undefined {
  return marksElement(marks.of(tags))
}

function nameOf({ name, inStock }: Item): HTMLElement {
  const text = breakableText('item', name)
  return inStock ? text : element('s', 'out', text)
}

/** Creates the badge of an item that stands out, because not everybody sees its colour. */
function badgeElement(item: Item, { words }: BoardPresentation): HTMLElement | undefined {
  const badge = badgeOf(item)
  if (badge === undefined || !item.inStock) return undefined
  const badges = { new: words.newItem, special: words.special, today: words.today }
  const known = new Map(Object.entries(badges)).get(badge)
  const mark = known
    ? elementIn(words.language, 'span', '', known)
    : withOwnDirection(badge.replaceAll('_', ' '))
  return element('small', 'badge', mark)
}

function soldOut({ words }: BoardPresentation): HTMLElement {
  return elementIn(words.language, 'small', 'sold-out', words.soldOut)
}
