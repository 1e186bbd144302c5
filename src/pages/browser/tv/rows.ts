import { isPricedBySizes } from '../../../menu/labelling.ts'
import { caloriesElement, caloriesOf } from '../board/calories.ts'
import { caloriesOfChoices } from '../board/labelling.ts'
import { marksElement } from '../board/legend.ts'
import { tagsWithSizes } from '../board/marks.ts'
import type { Presentation } from '../board/presentation.ts'
import { shownText } from '../board/shown-text.ts'
import { type Sizes, widthOf } from '../board/sizes.ts'
import { soldOutItem } from '../board/sold-out.ts'
import { element, ownText } from '../shared/elements.ts'
import type { Item } from '../shared/menu/fields.ts'
import { type WithParents, withChildItems } from '../shared/tree.ts'

/** What all of a menu is shown with. */
export interface Shown extends Pick<Presentation, 'formats' | 'words' | 'marks' | 'labelling'> {
  /** The width of a column. */
  readonly widthEm: number
}

/** The width of a digit in most fonts, if it is bold. */
const DIGIT_EM = 0.62
/** A name that would have more lines beside its prices is above them. */
const MAX_LINES = 2

const DEEPEST_NAME = 2

/** Creates the rows of an item: the item itself, with its sizes in columns, or else followed by its sizes and options. */
export function rowsOf(item: Item, sizes: Sizes | undefined, shown: Shown): HTMLElement[] {
  const columns = sizes?.names.length ?? 1
  if (!item.inStock) return [soldOutRow(item, columns, shown)]
  if (sizes && item.items.length > 0) return sizedRows(item, sizes, shown)
  return withChildItems([item]).map((placed) => plainRow(placed, columns, shown))
}

/** Creates the only row of a sold-out item. */
function soldOutRow(item: Item, columns: number, shown: Shown): HTMLElement {
  const { labelling } = shown
  const choices = labelling ? caloriesOfChoices(item, labelling) : []
  const name = nameCell(soldOutItem(item, labelling), 0, shown, choices)
  return element('tr', 'item', name, spanning(columns, priceCell(item, shown)))
}

/** Creates the row of an item whose sizes are columns, or two if its name is long. A law wants calories of sizes there, too. */
function sizedRows(item: Item, { names, widths }: Sizes, shown: Shown): HTMLElement[] {
  const { labelling, widthEm } = shown
  const haveCalories = labelling && item.items.some(({ calories }) => calories !== null)
  const whole = { ...item, tags: tagsWithSizes(item), calories: haveCalories ? null : item.calories }
  const choices = labelling ? [] : caloriesOfChoices(item, labelling)
  const prices = item.items.map((size) => sizeCell(size, shown))
  const room = widthEm / DIGIT_EM - widths.reduce((sum, width) => sum + width)
  if (widthOf(item.name) <= MAX_LINES * room)
    return [element('tr', 'item', nameCell(whole, 0, shown, choices), ...prices)]
  const name = spanning(names.length + 1, nameCell({ ...whole, description: null }, 0, shown, choices))
  return [
    element('tr', 'item', name),
    element('tr', 'prices', element('td', 'name', descriptionOf(item)), ...prices),
  ]
}

function sizeCell(size: Item, shown: Shown): HTMLElement {
  const price = size.inStock ? shown.formats.price(size.price ?? 0) : missingSize(shown)
  const calories = shown.labelling && caloriesElement(caloriesOf(size), shown)
  return element('td', 'price', element('span', 'amount', price), calories)
}

/** What is around a sold-out option already says so. What cannot be ordered needs no description. */
function plainRow({ node: item, parents }: WithParents<Item>, columns: number, shown: Shown): HTMLElement {
  const isParentOut = parents.some(({ inStock }) => !inStock)
  const shownItem = isParentOut || !item.inStock ? { ...item, description: null } : item
  const name = nameCell(shownItem, Math.min(parents.length, DEEPEST_NAME), shown)
  const price = isParentOut ? element('td', '') : priceCell(item, shown)
  return element('tr', parents.length === 0 ? 'item' : 'option', spanning(columns, name), price)
}

function spanning(columns: number, cell: HTMLTableCellElement): HTMLElement {
  if (columns > 1) cell.colSpan = columns
  return cell
}

/** @param choices calories that are shown in place of those of the item */
function nameCell(item: Item, depth: number, shown: Shown, choices: readonly number[] = []) {
  const { name, tags = [], inStock } = item
  const calories = caloriesElement(choices.length > 0 ? choices : caloriesOf(item), shown)
  const text = shownText('item', name)
  return element(
    'td',
    `name depth-${depth}`,
    inStock ? text : element('s', '', text),
    ' ',
    marksElement(shown.marks.of(tags)),
    ' ',
    calories,
    descriptionOf(item),
  )
}

function descriptionOf({ description }: Item): HTMLElement | undefined {
  return description ? element('p', 'description', ownText('', description)) : undefined
}

function priceCell(item: Item, { formats, words }: Shown) {
  if (item.inStock) {
    const hasPrice = item.price !== null && !isPricedBySizes(item)
    return element('td', 'price', hasPrice ? element('span', 'amount', formats.price(item.price)) : undefined)
  }
  const mark = element('span', 'sold-out', words.soldOut)
  mark.lang = words.language
  return element('td', 'price', mark)
}

/** Creates what a sold-out size has in place of its price: the words would be too wide for a column of prices. */
function missingSize({ words }: Shown): HTMLElement {
  const text = element('span', 'unseen', words.soldOut)
  text.lang = words.language
  return element('span', 'missing', text)
}
