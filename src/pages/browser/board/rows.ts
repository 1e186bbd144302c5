import { areChoices, isPricedBySizes } from '../../../menu/labelling.ts'
import { element, ownText } from '../shared/elements.ts'
import type { Item } from '../shared/menu/fields.ts'
import { type WithParents, withChildItems } from '../shared/tree.ts'
import { caloriesElement, caloriesOf } from './calories.ts'
import { labelOf } from './highlights.ts'
import { caloriesOfChoices } from './labelling.ts'
import { marksElement } from './legend.ts'
import { tagsWithSizes } from './marks.ts'
import type { Presentation } from './presentation.ts'
import type { Sizes } from './sizes.ts'
import { soldOutItem } from './sold-out.ts'
import { shownWords } from './word-breaks.ts'

const DEEPEST_LEVEL = 3

/** Creates the rows of an item: the item itself, then its sizes and options. Each row stays in one column. */
export function rowsOf(item: Item, sizes: Sizes | undefined, presentation: Presentation): HTMLElement[] {
  if (!item.inStock) return [soldOutRow(item, presentation)]
  if (sizes && item.items.length > 0) return [sizedRow(item, sizes, presentation)]
  if (item.items.length > 0 && areChoices(item)) return [choiceRow(item, presentation)]
  return withChildItems([item]).map((placed) => plainRow(placed, presentation))
}

/** Creates the row of an item, or of one of its options. What is around a sold-out option already says so. */
function plainRow({ node: item, parents }: WithParents<Item>, presentation: Presentation): HTMLElement {
  const isParentSoldOut = parents.some(({ inStock }) => !inStock)
  const isSoldOut = isParentSoldOut || !item.inStock
  const marked = { ...item, inStock: item.inStock || isParentSoldOut }
  const price = isPricedBySizes(item) ? null : item.price
  const level = Math.min(parents.length, DEEPEST_LEVEL)
  return row(
    level === 0 ? itemClass(item, presentation) : `option level-${level}`,
    line(marked, presentation, isSoldOut ? undefined : priceOf(price, presentation)),
    isSoldOut ? undefined : descriptionOf(item),
  )
}

/** Creates the only row of a sold-out item, as short as it can be. */
function soldOutRow(item: Item, presentation: Presentation): HTMLElement {
  const { labelling } = presentation
  const calories = labelling ? caloriesOfChoices(item, labelling) : []
  return row('item', line(soldOutItem(item, labelling), presentation, undefined, calories))
}

/** Creates the row of an item whose sizes are in price columns. */
function sizedRow(item: Item, { names }: Sizes, presentation: Presentation): HTMLElement {
  const cells = item.items.map((size, index) =>
    element(
      'span',
      'cell',
      element('span', 'unseen', `${names[index]} `),
      size.inStock ? priceOf(size.price, presentation) : missingSize(presentation),
      presentation.labelling && caloriesElement(caloriesOf(size), presentation),
    ),
  )
  // A law wants the calories of sizes in their columns.
  const areInColumns = presentation.labelling !== undefined
  const calories = areInColumns ? [] : caloriesOfChoices(item, presentation.labelling)
  const haveTwoLines = areInColumns && item.items.some((size) => size.calories !== null)
  const ownCalories = haveTwoLines ? null : item.calories
  const shown = { ...item, tags: tagsWithSizes(item), calories: ownCalories }
  const prices = element('span', 'cells', ...cells)
  return row(
    `${itemClass(item, presentation)} sized${haveTwoLines ? ' two-line' : ''}`,
    line(shown, presentation, prices, calories),
    descriptionOf(item),
  )
}

/** Creates the row of an item whose children are choices at its own price. */
function choiceRow(item: Item, presentation: Presentation): HTMLElement {
  const choices = item.items.map((choice) => {
    const texts = [nameOf(choice), ...detailsOf(marksOf(choice, presentation), undefined)]
    return element('li', '', ...texts, ...(choice.inStock ? [] : [' ', soldOut(presentation)]))
  })
  const price = priceOf(item.price, presentation)
  const calories = caloriesOfChoices(item, presentation.labelling)
  return row(
    itemClass(item, presentation),
    line(item, presentation, price, calories),
    descriptionOf(item),
    element('ul', 'choices', ...choices),
  )
}

function itemClass(item: Item, { highlights }: Presentation): string {
  return highlights.has(item) ? 'item highlight' : 'item'
}

function row(className: string, ...parts: readonly (HTMLElement | undefined)[]): HTMLElement {
  return element('li', `row ${className}`, ...parts)
}

/** @param price what is at the end of the line, unless the item is sold out */
function line(
  item: Item,
  presentation: Presentation,
  price: HTMLElement | undefined,
  others: readonly number[] = [],
) {
  const calories = caloriesElement(others.length > 0 ? others : caloriesOf(item), presentation)
  const details = detailsOf(marksOf(item, presentation), calories)
  const texts = [labelMark(item, presentation), nameOf(item), ...details]
  const end = item.inStock ? price : soldOut(presentation)
  return element('div', 'line', element('span', 'name', ...texts), end && element('span', 'leader'), end)
}

/**
 * Returns what follows a name: marks and calories stay together. Where there is no room for them beside a name they are below
 * it, so that it stays in one line.
 */
function detailsOf(marks: HTMLElement | undefined, calories: HTMLElement | undefined) {
  if (marks && calories) return [' ', element('span', 'details', marks, ' ', calories)]
  const only = marks ?? calories
  return only ? [' ', only] : []
}

function marksOf({ tags = [] }: Item, { marks }: Presentation): HTMLElement | undefined {
  return marksElement(marks.of(tags))
}

function nameOf({ name, inStock }: Item): HTMLElement {
  const text = shownWords('item', name)
  return inStock ? text : element('s', 'out', text)
}

/** Creates the word that says why an item stands out: colour alone would not be seen by everybody. */
function labelMark(item: Item, { words }: Presentation): HTMLElement | undefined {
  const label = labelOf(item)
  if (label === undefined || !item.inStock) return undefined
  const known = { new: words.newItem, special: words.special, today: words.today }[label]
  const mark = known === undefined ? ownText('', label.replaceAll('_', ' ')) : element('span', '', known)
  if (known !== undefined) mark.lang = words.language
  return element('small', 'label', mark)
}

function soldOut({ words }: Presentation): HTMLElement {
  const mark = element('small', 'sold-out', words.soldOut)
  mark.lang = words.language
  return mark
}

/** Creates what a sold-out size has in place of its price: the words would be too wide for a column of prices. */
function missingSize({ words }: Presentation): HTMLElement {
  const text = element('span', 'unseen', words.soldOut)
  text.lang = words.language
  return element('span', 'sold-out-size', text)
}

function priceOf(price: number | null, { formats }: Presentation): HTMLElement | undefined {
  return price === null ? undefined : element('span', 'price', formats.price(price))
}

function descriptionOf({ description }: Item): HTMLElement | undefined {
  return description ? element('p', 'description', ownText('', description)) : undefined
}
