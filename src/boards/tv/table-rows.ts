import { element, elementIn } from '../../browser/elements.ts'
import type { Item } from '../../browser/menu/menu-fields.ts'
import { caloriesElement, caloriesOf, itemWithSizeColumns } from '../shared/calories.ts'
import { descriptionElement, hasColumnPrices, priceElement, sizeElements } from '../shared/item-elements.ts'
import { marksElement } from '../shared/mark-elements.ts'
import { type PlainRow, plainRowsOf } from '../shared/plain-rows.ts'
import type { Presentation } from '../shared/presentation.ts'
import { shownText } from '../shared/shown-text.ts'
import type { PriceColumns } from '../shared/sizes.ts'
import { soldOutItem } from '../shared/sold-out.ts'
import { widthInCharacters } from '../shared/text-width.ts'

/** The width of a digit in most fonts, if it is bold. */
const BOLD_DIGIT_EM = 0.62
/** A name with more lines is above its prices instead of beside them. */
const MAX_LINES = 2

const DEEPEST_LEVEL = 2

/** Creates the rows of an item: the item itself, with its sizes in columns, or else followed by its options. */
export function tableRows(
  item: Item,
  sizes: PriceColumns | undefined,
  presentation: Presentation,
): HTMLElement[] {
  const columns = sizes?.names.length ?? 1
  if (!item.inStock) return [soldOutRow(item, columns, presentation)]
  if (sizes && hasColumnPrices(item)) return sizedRows(item, sizes, presentation)
  return plainRowsOf(item, presentation.labelling).map((plain) => plainRow(plain, columns, presentation))
}

function soldOutRow(item: Item, columns: number, presentation: Presentation): HTMLElement {
  const { shown, calories } = soldOutItem(item, presentation.labelling)
  const name = nameCell(shown, 0, presentation, calories)
  return element('tr', 'item', name, spanning(columns, soldOutCell(presentation)))
}

/**
 * Creates the row of an item whose sizes are columns, or whose single price is across the columns. An item with a long name has
 * two rows. If a labelling demands calories of sizes, they are in the columns, too.
 */
function sizedRows(item: Item, { names, widths }: PriceColumns, presentation: Presentation): HTMLElement[] {
  const { shown, calories } = itemWithSizeColumns(item, presentation.labelling)
  const width = widths.reduce((sum, one) => sum + one)
  const prices = item.items.map((size) => sizeCell(size, presentation))
  if (prices.length === 0) prices.push(singleCell(item, names.length, width, presentation))
  const freeCharacters = presentation.widthEm / BOLD_DIGIT_EM - width
  if (widthInCharacters(item.name) <= MAX_LINES * freeCharacters)
    return [element('tr', 'item', nameCell(shown, 0, presentation, calories), ...prices)]
  const cell = nameCell({ ...shown, description: null }, 0, presentation, calories)
  return [
    element('tr', 'item', spanning(names.length + 1, cell)),
    element('tr', 'prices', element('td', 'name', descriptionElement(item, presentation)), ...prices),
  ]
}

/** @param width of all columns in digits. Where a table goes on in the next column, the widest prices may be in the other part */
function singleCell(
  { price }: Item,
  columns: number,
  width: number,
  presentation: Presentation,
): HTMLElement {
  const amount = priceElement('amount', price, presentation)
  if (amount) amount.style.minWidth = `${width * BOLD_DIGIT_EM}em`
  return spanning(columns, element('td', 'price whole', amount))
}

function sizeCell(size: Item, presentation: Presentation): HTMLElement {
  return element('td', 'price', ...sizeElements('amount', size, presentation))
}

function plainRow(
  { shown, level, price }: PlainRow,
  columns: number,
  presentation: Presentation,
): HTMLElement {
  const name = nameCell(shown, Math.min(level, DEEPEST_LEVEL), presentation)
  const end = shown.inStock
    ? element('td', 'price', priceElement('amount', price, presentation))
    : soldOutCell(presentation)
  return element('tr', level === 0 ? 'item' : 'option', spanning(columns, name), end)
}

function spanning(columns: number, cell: HTMLTableCellElement): HTMLElement {
  if (columns > 1) cell.colSpan = columns
  return cell
}

/** @param calories by default those of the item itself */
function nameCell(item: Item, depth: number, presentation: Presentation, calories = caloriesOf(item)) {
  const { name, tags = [], inStock } = item
  const text = shownText('item', name)
  return element(
    'td',
    `name depth-${depth}`,
    inStock ? text : element('s', '', text),
    ' ',
    marksElement(presentation.marks.of(tags)),
    ' ',
    caloriesElement(calories, presentation),
    descriptionElement(item, presentation),
  )
}

function soldOutCell({ words }: Presentation): HTMLTableCellElement {
  return element('td', 'price', elementIn(words.language, 'span', 'sold-out', words.soldOut))
}
