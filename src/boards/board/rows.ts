import { element } from '../../browser/elements.ts'
import type { Item } from '../../browser/menu/menu-fields.ts'
import { areChoices } from '../../lib/food/sizes-and-choices.ts'
import { caloriesWithChoices, itemWithSizeColumns } from '../shared/calories.ts'
import { descriptionElement, hasColumnPrices, priceElement, sizeElements } from '../shared/item-elements.ts'
import { type PlainRow, plainRowsOf } from '../shared/plain-rows.ts'
import { type PriceColumns, setWidths } from '../shared/sizes.ts'
import { soldOutItem } from '../shared/sold-out.ts'
import { type BoardPresentation, choiceTexts, itemLine } from './item-line.ts'

const DEEPEST_LEVEL = 3

/** Creates the rows of an item: the item itself, then its options. Each row stays in one column. */
export function boardRows(
  item: Item,
  sizes: PriceColumns | undefined,
  presentation: BoardPresentation,
): HTMLElement[] {
  if (!item.inStock) return [soldOutRow(item, presentation)]
  if (sizes && hasColumnPrices(item)) return [sizedRow(item, sizes, presentation)]
  if (item.items.length > 0 && areChoices(item)) return [choiceRow(item, presentation)]
  return plainRowsOf(item, presentation.labelling).map((plain) => plainRow(plain, presentation))
}

function plainRow({ shown, level, price }: PlainRow, presentation: BoardPresentation): HTMLElement {
  return row(
    level === 0 ? itemClass(shown, presentation) : `option level-${Math.min(level, DEEPEST_LEVEL)}`,
    itemLine(shown, presentation, priceElement('price', price, presentation)),
    descriptionElement(shown, presentation),
  )
}

/** Creates the only row of a sold-out item, as short as it can be. */
function soldOutRow(item: Item, presentation: BoardPresentation): HTMLElement {
  const { shown, calories } = soldOutItem(item, presentation.labelling)
  return row('item', itemLine(shown, presentation, undefined, calories))
}

/** Creates the row of an item whose sizes are in price columns, or whose single price is across them. */
function sizedRow(item: Item, sizes: PriceColumns, presentation: BoardPresentation): HTMLElement {
  const cells = item.items.map((size) => sizeCell(size, presentation))
  if (cells.length === 0)
    cells.push(element('span', 'whole', priceElement('price', item.price, presentation)))
  const { shown, areCaloriesInColumns, calories } = itemWithSizeColumns(item, presentation.labelling)
  const created = row(
    `${itemClass(item, presentation)} sized${areCaloriesInColumns ? ' two-line' : ''}`,
    itemLine(shown, presentation, element('span', 'cells', ...cells), calories),
    descriptionElement(item, presentation),
  )
  setWidths(created, sizes)
  return created
}

function sizeCell(size: Item, presentation: BoardPresentation): HTMLElement {
  const name = element('span', 'unseen', `${size.name} `)
  return element('span', 'cell', name, ...sizeElements('price', size, presentation))
}

/** Creates the row of an item whose children are choices at its own price. */
function choiceRow(item: Item, presentation: BoardPresentation): HTMLElement {
  const choices = item.items.map((choice) => element('li', '', ...choiceTexts(choice, presentation)))
  const price = priceElement('price', item.price, presentation)
  const calories = caloriesWithChoices(item, presentation.labelling)
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
