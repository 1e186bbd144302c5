import { element, ownText } from '../shared/elements.ts'
import type { Item } from '../shared/feed/fields.ts'
import { type Placed, withChildItems } from '../shared/tree.ts'
import type { Formats } from './formats.ts'
import { caloriesOfChoices, type Labelling } from './labelling.ts'
import { marksElement } from './legend.ts'
import { type Marks, tagsWithSizes } from './marks.ts'
import { areChoices, isPricedBySizes, type Sizes } from './sizes.ts'
import type { Words } from './words.ts'

/** The formats and words that all of a menu is shown with. */
export interface Look {
  readonly formats: Formats
  readonly words: Words
  readonly marks: Marks
  /** Undefined if no law says how calories are shown. */
  readonly labelling: Labelling | undefined
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
      look.labelling && caloriesOf(size.calories, look),
      size.inStock ? undefined : soldOut(look),
    ),
  )
  const calories = look.labelling ? [] : item.items.flatMap((size) => size.calories ?? [])
  const prices = element('span', 'cells', ...cells)
  return row('item', line(withTagsOfSizes(item, look), look, prices, calories), descriptionOf(item))
}

/** The calories of sizes are in their columns, as a law wants. Those of the item are shown only if no size has any. */
function withTagsOfSizes(item: Item, { labelling }: Look): Item {
  const areInColumns = labelling && item.items.some(({ calories }) => calories !== null)
  return { ...item, tags: tagsWithSizes(item), calories: areInColumns ? null : item.calories }
}

/** Creates the row of an item whose children are choices at its own price. */
function choiceRow(item: Item, look: Look): HTMLElement {
  const choices = item.items.map((choice) => element('li', '', nameOf(choice, look), marksOf(choice, look)))
  const price = priceOf(item.price, !item.inStock, look)
  return row(
    'item',
    line(item, look, price, caloriesOfChoices(item, look.labelling)),
    descriptionOf(item),
    element('ul', 'choices', ...choices),
  )
}

function row(className: string, ...parts: readonly (HTMLElement | undefined)[]): HTMLElement {
  return element('li', `row ${className}`, ...parts)
}

function line(item: Item, look: Look, price: HTMLElement | undefined, others: readonly number[] = []) {
  const calories = others.length > 0 ? caloriesElement(others, look) : caloriesOf(item.calories, look)
  const name = element('span', 'name', nameOf(item, look), marksOf(item, look), calories && ' ', calories)
  return element('div', 'line', name, price && element('span', 'leader'), price)
}

function marksOf({ tags = [] }: Item, { marks }: Look): HTMLElement | undefined {
  return marksElement(marks.of(tags))
}

function caloriesOf(calories: number | null, look: Look): HTMLElement | undefined {
  return calories === null ? undefined : caloriesElement([calories], look)
}

function caloriesElement(calories: readonly number[], { labelling, formats, words }: Look): HTMLElement {
  if (labelling) return element('span', 'calories as-name', englishText(labelling.calories(calories)))
  const created = element('small', 'calories', formats.calories(calories))
  created.lang = words.language
  return created
}

/** Creates an element for words of a law, which are English on every board. */
function englishText(text: string): HTMLElement {
  const created = element('bdi', '', text)
  created.lang = 'en'
  created.dir = 'ltr'
  return created
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
