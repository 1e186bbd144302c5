import { element } from '../../browser/elements.ts'
import type { Item } from '../../browser/menu/menu-fields.ts'
import { flattenItems, type WithAncestors } from '../../browser/tree.ts'
import { areChoices, ownPrice } from '../../lib/food/sizes-and-choices.ts'
import { caloriesElement, caloriesOf, withSizeColumns } from '../shared/calories.ts'
import { caloriesOfChoices } from '../shared/labelling.ts'
import { descriptionElement, missingSize, priceElement } from '../shared/prices.ts'
import { type Sizes, setWidths } from '../shared/sizes.ts'
import { soldOutItem } from '../shared/sold-out.ts'
import { type BoardPresentation, choiceTexts, itemLine } from './item-line.ts'

const DEEPEST_LEVEL = 3

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
    itemLine(marked, presentation, isSoldOut ? undefined : priceElement('price', price, presentation)),
    isSoldOut ? undefined : descriptionElement(item, presentation),
  )
}

/** Creates the only row of a sold-out item, as short as it can be. */
function soldOutRow(item: Item, presentation: BoardPresentation): HTMLElement {
  const { shown, choiceCalories } = soldOutItem(item, presentation.labelling)
  return row('item', itemLine(shown, presentation, undefined, choiceCalories))
}

/** Creates the row of an item whose sizes are in price columns, or whose single price is across them. */
function sizedRow(item: Item, sizes: Sizes, presentation: BoardPresentation): HTMLElement {
  const cells = item.items.map((size) => sizeCell(size, presentation))
  if (cells.length === 0)
    cells.push(element('span', 'whole', priceElement('price', item.price, presentation)))
  const { shown, haveCalories, choiceCalories } = withSizeColumns(item, presentation.labelling)
  const created = row(
    `${itemClass(item, presentation)} sized${haveCalories ? ' two-line' : ''}`,
    itemLine(shown, presentation, element('span', 'cells', ...cells), choiceCalories),
    descriptionElement(item, presentation),
  )
  setWidths(created, sizes)
  return created
}

function sizeCell(size: Item, presentation: BoardPresentation): HTMLElement {
  const { labelling, words } = presentation
  const name = element('span', 'unseen', `${size.name} `)
  const price = size.inStock ? priceElement('price', size.price, presentation) : missingSize(words)
  const calories = labelling && caloriesElement(caloriesOf(size), presentation)
  return element('span', 'cell', name, price, calories)
}

/** Creates the row of an item whose children are choices at its own price. */
function choiceRow(item: Item, presentation: BoardPresentation): HTMLElement {
  const choices = item.items.map((choice) => element('li', '', ...choiceTexts(choice, presentation)))
  const price = priceElement('price', item.price, presentation)
  const calories = caloriesOfChoices(item, presentation.labelling)
  return row(
    itemClass(item, presentation),
    itemLine(item, presentation, price, calories),
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
