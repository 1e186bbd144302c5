import { element, elementIn } from '../../browser/elements.ts'
import type { Item } from '../../browser/menu/menu-fields.ts'
import { flattenItems, type WithAncestors } from '../../browser/tree.ts'
import { ownPrice } from '../../lib/food/sizes-and-choices.ts'
import { caloriesElement, caloriesOf, withSizeColumns } from '../shared/calories.ts'
import { marksElement } from '../shared/legend.ts'
import type { Presentation } from '../shared/presentation.ts'
import { descriptionElement, missingSize, priceElement } from '../shared/prices.ts'
import { shownText } from '../shared/shown-text.ts'
import type { Sizes } from '../shared/sizes.ts'
import { soldOutItem } from '../shared/sold-out.ts'
import { widthInCharacters } from '../shared/text-width.ts'

/** The width of a digit in most fonts, if it is bold. */
const DIGIT_EM = 0.62
/** A name with more lines is above its prices instead of beside them. */
const MAX_LINES = 2

const DEEPEST_NAME = 2

/** Creates the rows of an item: the item itself, with its sizes in columns, or else followed by its sizes and options. */
export function rowsOf(item: Item, sizes: Sizes | undefined, presentation: Presentation): HTMLElement[] {
  const columns = sizes?.names.length ?? 1
  if (!item.inStock) return [soldOutRow(item, columns, presentation)]
  if (sizes && (item.items.length > 0 || item.price !== null)) return sizedRows(item, sizes, presentation)
  return flattenItems([item]).map((placed) => plainRow(placed, columns, presentation))
}

function soldOutRow(item: Item, columns: number, presentation: Presentation): HTMLElement {
  const { shown: ownLine, choiceCalories } = soldOutItem(item, presentation.labelling)
  const name = nameCell(ownLine, 0, presentation, choiceCalories)
  return element('tr', 'item', name, spanning(columns, priceCell(item, presentation)))
}

/**
 * Creates the row of an item whose sizes are columns, or whose single price is across them; two if its name is long. A law wants
 * calories of sizes there, too.
 */
function sizedRows(item: Item, { names, widths }: Sizes, presentation: Presentation): HTMLElement[] {
  const { shown: whole, choiceCalories } = withSizeColumns(item, presentation.labelling)
  const width = widths.reduce((sum, one) => sum + one)
  const prices = item.items.map((size) => sizeCell(size, presentation))
  if (prices.length === 0) prices.push(singleCell(item, names.length, width, presentation))
  const room = presentation.widthEm / DIGIT_EM - width
  if (widthInCharacters(item.name) <= MAX_LINES * room)
    return [element('tr', 'item', nameCell(whole, 0, presentation, choiceCalories), ...prices)]
  const cell = nameCell({ ...whole, description: null }, 0, presentation, choiceCalories)
  return [
    element('tr', 'item', spanning(names.length + 1, cell)),
    element('tr', 'prices', element('td', 'name', descriptionElement(item, presentation)), ...prices),
  ]
}

/** @param width the width of the columns in digits, since a part of a group may lack the prices that make them so wide */
function singleCell(
  { price }: Item,
  columns: number,
  width: number,
  presentation: Presentation,
): HTMLElement {
  const amount = priceElement('amount', price, presentation)
  if (amount) amount.style.minWidth = `${width * DIGIT_EM}em`
  return spanning(columns, element('td', 'price whole', amount))
}

function sizeCell(size: Item, presentation: Presentation): HTMLElement {
  const price = size.inStock
    ? priceElement('amount', size.price, presentation)
    : missingSize(presentation.words)
  const calories = presentation.labelling && caloriesElement(caloriesOf(size), presentation)
  return element('td', 'price', price, calories)
}

/** Creates the row of an item or an option. Options of a sold-out option are not marked. What is sold out has no description. */
function plainRow(
  { node: item, ancestors }: WithAncestors<Item>,
  columns: number,
  presentation: Presentation,
): HTMLElement {
  const isParentOut = ancestors.some(({ inStock }) => !inStock)
  const shownItem = isParentOut || !item.inStock ? { ...item, description: null } : item
  const name = nameCell(shownItem, Math.min(ancestors.length, DEEPEST_NAME), presentation)
  const price = isParentOut
    ? element('td', '')
    : priceCell(item, presentation, ancestors[ancestors.length - 1])
  return element('tr', ancestors.length === 0 ? 'item' : 'option', spanning(columns, name), price)
}

function spanning(columns: number, cell: HTMLTableCellElement): HTMLElement {
  if (columns > 1) cell.colSpan = columns
  return cell
}

/** @param choiceCalories calories that are shown in place of the calories of the item */
function nameCell(item: Item, depth: number, presentation: Presentation, choiceCalories?: readonly number[]) {
  const { name, tags = [], inStock } = item
  const calories = caloriesElement(caloriesOf(item, choiceCalories), presentation)
  const text = shownText('item', name)
  return element(
    'td',
    `name depth-${depth}`,
    inStock ? text : element('s', '', text),
    ' ',
    marksElement(presentation.marks.of(tags)),
    ' ',
    calories,
    descriptionElement(item, presentation),
  )
}

function priceCell(item: Item, presentation: Presentation, parent?: Item) {
  if (item.inStock)
    return element('td', 'price', priceElement('amount', ownPrice(item, parent), presentation))
  const { language, soldOut } = presentation.words
  return element('td', 'price', elementIn(language, 'span', 'sold-out', soldOut))
}
