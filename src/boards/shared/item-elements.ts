import { element, elementIn, withOwnDirection } from '../../browser/elements.ts'
import type { Item } from '../../browser/menu/menu-fields.ts'
import { isUnpriced } from '../../lib/food/sizes-and-choices.ts'
import { caloriesElement, caloriesOf } from './calories.ts'
import type { Presentation } from './presentation.ts'
import type { BoardWords } from './words.ts'

/** Creates the element for a price; undefined if there is none. A price of 0 is a word. */
export function priceElement(
  className: 'price' | 'amount',
  price: number | null,
  { formats, words }: Pick<Presentation, 'formats' | 'words'>,
): HTMLElement | undefined {
  if (price === null) return undefined
  const created = element('span', className, formats.price(price))
  if (price === 0) created.lang = words.language
  return created
}

/** Whether an item has content for the columns of sizes: its sizes, or its own price across the columns. */
export function hasColumnPrices({ items, price }: Item): boolean {
  return items.length > 0 || price !== null
}

/** Creates what a column shows of a size: its price, or the sign that it is sold out, and calories if a labelling demands them. */
export function sizeElements(className: 'price' | 'amount', size: Item, presentation: Presentation) {
  const { labelling, words } = presentation
  return [
    size.inStock ? priceElement(className, size.price, presentation) : soldOutSizeElement(words),
    labelling && caloriesElement(caloriesOf(size), presentation),
  ]
}

/** Creates the sign of a sold-out size in place of its price: the words would be too wide for a column of prices. */
function soldOutSizeElement({ soldOut, language }: BoardWords): HTMLElement {
  return element('span', 'sold-out-size', elementIn(language, 'span', 'unseen', soldOut))
}

/**
 * Creates the description of an item; undefined if it has none. If a menu has prices and an item has none, its description is
 * always shown, because it may contain the price.
 */
export function descriptionElement(
  item: Item,
  { formats }: Pick<Presentation, 'formats'>,
): HTMLElement | undefined {
  if (!item.description) return undefined
  const isInPlaceOfPrice = formats.hasPrices && isUnpriced(item)
  const className = isInPlaceOfPrice ? 'description in-place-of-price' : 'description'
  return element('p', className, withOwnDirection(item.description))
}
