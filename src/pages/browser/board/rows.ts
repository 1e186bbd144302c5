import { element, ownText } from '../shared/elements.ts'
import type { Item } from '../shared/feed/fields.ts'
import { type Placed, withChildItems } from '../shared/tree.ts'
import type { Formats } from './formats.ts'
import { areChoices, isPricedBySizes, type Sizes } from './sizes.ts'
import type { Words } from './words.ts'

/** The formats and words that all of a menu is shown with. */
export interface Look {
  readonly formats: Formats
  readonly words: Words
}

const DEEPEST_LEVEL = 3

/** Creates the rows of an item: the item itself, then its sizes and options. Each row stays in one column. */
export function rowsOf(item: Item, sizes: Sizes | undefined, look: Look): HTMLElement[] {
  if (sizes && item.items.length > 0) return [sizedRow(item, sizes, look)]
  if (item.items.length > 0 && areChoices(item)) return [choiceRow(item, look)]
  return withChildItems([item]).map((placed) => plainRow(placed, look))
}

/** Creates the row of an item, or of one of its options. What is around a sold-out option already says so. */
function plainRow({ node: item, parents }: Placed<Item>, look: Look): HTMLElement {
  const isParentSoldOut = parents.some(({ inStock }) => !inStock)
  const isSoldOut = isParentSoldOut || !item.inStock
  const marked = { ...item, inStock: item.inStock || isParentSoldOut }
  const price = isPricedBySizes(item) ? null : item.price
  const level = Math.min(parents.length, DEEPEST_LEVEL)
  return row(
    level === 0 ? 'item' : `option level-${level}`,
    line(marked, look, priceOf(price, isSoldOut, look)),
    descriptionOf(item),
  )
}

/** Creates the row of an item whose sizes are in price columns. */
function sizedRow(item: Item, { names }: Sizes, look: Look): HTMLElement {
  const cells = item.items.map((size, index) =>
    element(
      'span',
      'cell',
      element('span', 'unseen', `${names[index]} `),
      priceOf(size.price, !item.inStock || !size.inStock, look),
      size.inStock ? undefined : soldOut(look),
    ),
  )
  const calories = item.items.flatMap((size) => size.calories ?? [])
  return row('item', line(item, look, element('span', 'cells', ...cells), calories), descriptionOf(item))
}

/** Creates the row of an item whose children are choices at its own price. */
function choiceRow(item: Item, look: Look): HTMLElement {
  const choices = item.items.map((choice) => element('li', '', nameOf(choice, look)))
  const price = priceOf(item.price, !item.inStock, look)
  const calories = item.items.flatMap((choice) => choice.calories ?? [])
  return row(
    'item',
    line(item, look, price, calories),
    descriptionOf(item),
    element('ul', 'choices', ...choices),
  )
}

function row(className: string, ...parts: readonly (HTMLElement | undefined)[]): HTMLElement {
  return element('li', `row ${className}`, ...parts)
}

function line(item: Item, look: Look, price: HTMLElement | undefined, others: readonly number[] = []) {
  const values = others.length > 0 ? others : item.calories === null ? [] : [item.calories]
  const calories = values.length > 0 ? element('small', 'calories', look.formats.calories(values)) : undefined
  if (calories) calories.lang = look.words.language
  const name = element('span', 'name', nameOf(item, look), calories && ' ', calories)
  return element('div', 'line', name, price && element('span', 'leader'), price)
}

function nameOf({ name, inStock }: Item, look: Look): HTMLElement {
  const text = ownText('', name)
  return inStock ? text : element('span', 'out', element('s', '', text), ' ', soldOut(look))
}

function soldOut({ words }: Look): HTMLElement {
  const mark = element('small', 'sold-out', words.soldOut)
  mark.lang = words.language
  return mark
}

function priceOf(price: number | null, isSoldOut: boolean, { formats }: Look): HTMLElement | undefined {
  return price === null ? undefined : element(isSoldOut ? 's' : 'span', 'price', formats.price(price))
}

function descriptionOf({ description }: Item): HTMLElement | undefined {
  return description ? element('p', 'description', ownText('', description)) : undefined
}
