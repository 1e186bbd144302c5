import { element, elementIn, withOwnDirection } from '../../browser/elements.ts'
import type { Item } from '../../browser/menu/menu-fields.ts'
import { flattenItems, type WithAncestors } from '../../browser/tree.ts'
import { areChoices, ownPrice } from '../../lib/food/sizes-and-choices.ts'
import { caloriesElement, caloriesOf, withSizeColumns } from '../shared/calories.ts'
import { caloriesOfChoices } from '../shared/labelling.ts'
import { marksElement } from '../shared/legend.ts'
import type { Presentation } from '../shared/presentation.ts'
import { descriptionElement, missingSize, priceElement } from '../shared/prices.ts'
import type { Sizes } from '../shared/sizes.ts'
import { soldOutItem } from '../shared/sold-out.ts'
import { badgeOf } from './highlights.ts'
import { breakableText } from './word-breaks.ts'

const DEEPEST_LEVEL = 3

export interface BoardPresentation extends Presentation {
  /** The items that stand out. */
  readonly highlights: ReadonlySet<Item>
}

/** Creates the rows of an item: the item itself, then its sizes and options. Each row stays in one column. */
export function rowsOf(item: Item, sizes: Sizes | undefined, presentation: BoardPresentation): HTMLElement[] {
  if (!item.inStock) return [soldOutRow(item, presentation)]
  const hasColumns = item.items.length > 0 || item.price !== null
  if (sizes && hasColumns) return [sizedRow(item, sizes, presentation)]
  if (item.items.length > 0 && areChoices(item)) return [choiceRow(item, presentation)]
  return flattenItems([item]).map((placed) => plainRow(placed, presentation))
}

/** Creates the row of an item, or of one of its options. Below a sold-out option, further options are not marked as sold out. */
function plainRow(
  { node: item, ancestors }: WithAncestors<Item>,
  presentation: BoardPresentation,
): HTMLElement {
  const isParentSoldOut = ancestors.some(({ inStock }) => !inStock)
  const isSoldOut = isParentSoldOut || !item.inStock
  const marked = { ...item, inStock: item.inStock || isParentSoldOut }
  const price = ownPrice(item, ancestors[ancestors.length - 1])
  const level = Math.min(ancestors.length, DEEPEST_LEVEL)
  return row(
    level === 0 ? itemClass(item, presentation) : `option level-${level}`,
    line(marked, presentation, isSoldOut ? undefined : priceElement('price', price, presentation)),
    isSoldOut ? undefined : descriptionElement(item, presentation),
  )
}

/** Creates the only row of a sold-out item, as short as it can be. */
function soldOutRow(item: Item, presentation: BoardPresentation): HTMLElement {
  const { shown, choiceCalories } = soldOutItem(item, presentation.labelling)
  return row('item', line(shown, presentation, undefined, choiceCalories))
}

/** Creates the row of an item whose sizes are in price columns, or whose single price is across them. */
function sizedRow(item: Item, { names }: Sizes, presentation: BoardPresentation): HTMLElement {
  const single = () => element('span', 'whole', priceElement('price', item.price, presentation))
  const cells = item.items.map((size, index) =>
    element(
      'span',
      'cell',
      element('span', 'unseen', `${names[index]} `),
      size.inStock ? priceElement('price', size.price, presentation) : missingSize(presentation.words),
      presentation.labelling && caloriesElement(caloriesOf(size), presentation),
    ),
  )
  const { shown, haveCalories, choiceCalories } = withSizeColumns(item, presentation.labelling)
  const prices = element('span', 'cells', ...(cells.length > 0 ? cells : [single()]))
  return row(
    `${itemClass(item, presentation)} sized${haveCalories ? ' two-line' : ''}`,
    line(shown, presentation, prices, choiceCalories),
    descriptionElement(item, presentation),
  )
}

/** Creates the row of an item whose children are choices at its own price. */
function choiceRow(item: Item, presentation: BoardPresentation): HTMLElement {
  const choices = item.items.map((choice) => {
    const mark = choice.inStock ? undefined : soldOut(presentation)
    return element('li', '', nameOf(choice), ...spaced(marksOf(choice, presentation), mark))
  })
  const price = priceElement('price', item.price, presentation)
  const calories = caloriesOfChoices(item, presentation.labelling)
  return row(
    itemClass(item, presentation),
    line(item, presentation, price, calories),
    descriptionElement(item, presentation),
    element('ul', 'choices', ...choices),
  )
}

function itemClass(item: Item, { highlights }: BoardPresentation): string {
  return highlights.has(item) ? 'item highlight' : 'item'
}

function row(className: string, ...parts: readonly (HTMLElement | undefined)[]): HTMLElement {
  return element('li', `row ${className}`, ...parts)
}

/**
 * @param price the text at the end of the line, unless the item is sold out
 * @param choiceCalories calories that are shown in place of the calories of the item
 */
function line(
  item: Item,
  presentation: BoardPresentation,
  price: HTMLElement | undefined,
  choiceCalories?: readonly number[],
) {
  const calories = caloriesElement(caloriesOf(item, choiceCalories), presentation)
  const details = spaced(marksOf(item, presentation), calories)
  const texts = [badgeElement(item, presentation), nameOf(item), ...details]
  const end = item.inStock ? price : soldOut(presentation)
  return element('div', 'line', element('span', 'name', ...texts), end && element('span', 'leader'), end)
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
  const known = { new: words.newItem, special: words.special, today: words.today }[badge]
  const mark = known
    ? elementIn(words.language, 'span', '', known)
    : withOwnDirection(badge.replaceAll('_', ' '))
  return element('small', 'label', mark)
}

function soldOut({ words }: BoardPresentation): HTMLElement {
  return elementIn(words.language, 'small', 'sold-out', words.soldOut)
}
