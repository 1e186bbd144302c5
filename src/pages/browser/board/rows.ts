import { element, ownText } from '../shared/elements.ts'
import type { Item } from '../shared/feed/fields.ts'
import { type Placed, withChildItems } from '../shared/tree.ts'
import type { Formats } from './formats.ts'
import type { Labelling } from './labelling.ts'
import { marksElement } from './legend.ts'
import type { Marks } from './marks.ts'
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
    line(marked, look, priceOf(price, isSoldOut, look), caloriesOf(item, look)),
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
      look.labelling && caloriesOf(size, look),
      size.inStock ? undefined : soldOut(look),
    ),
  )
  const tagged = { ...item, tags: tagsOfChoices(item) }
  const calories = look.labelling ? caloriesInLine(item, look) : caloriesOfChoices(item, look)
  return row('item', line(tagged, look, element('span', 'cells', ...cells), calories), descriptionOf(item))
}

/** Returns the texts in the cell of a size, which decide how wide its column is. */
export function cellTexts({ price, calories }: Item, { formats, labelling }: Look): string[] {
  return [formats.price(price ?? 0), calories === null ? '' : (labelling?.calories([calories]) ?? '')]
}

/** Sizes in columns have no place for marks. An allergen of one size is marked, and a diet that all sizes suit. */
function tagsOfChoices({ tags = [], items }: Item): string[] {
  const allergens = items.flatMap((size) => size.tags ?? []).filter((tag) => tag.startsWith('allergen:'))
  const [first, ...others] = items.map((size) => size.tags ?? [])
  const common = (first ?? []).filter((tag) => others.every((other) => other.includes(tag)))
  return [...tags, ...allergens, ...common]
}

/** The calories of sizes are in their columns. Those of the item itself are shown only if no size has any. */
function caloriesInLine(item: Item, look: Look): HTMLElement | undefined {
  return item.items.some(({ calories }) => calories !== null) ? undefined : caloriesOf(item, look)
}

/** Creates the row of an item whose children are choices at its own price. */
function choiceRow(item: Item, look: Look): HTMLElement {
  const choices = item.items.map((choice) => element('li', '', nameOf(choice, look), marksOf(choice, look)))
  const price = priceOf(item.price, !item.inStock, look)
  return row(
    'item',
    line(item, look, price, caloriesOfChoices(item, look)),
    descriptionOf(item),
    element('ul', 'choices', ...choices),
  )
}

function row(className: string, ...parts: readonly (HTMLElement | undefined)[]): HTMLElement {
  return element('li', `row ${className}`, ...parts)
}

function line(
  item: Item,
  look: Look,
  price: HTMLElement | undefined,
  calories: HTMLElement | undefined,
): HTMLElement {
  const name = element('span', 'name', nameOf(item, look), marksOf(item, look), calories && ' ', calories)
  return element('div', 'line', name, price && element('span', 'leader'), price)
}

function marksOf({ tags = [] }: Item, { marks }: Look): HTMLElement | undefined {
  return marksElement(marks.of(tags))
}

/** With a law, a range of choices some of whose calories are unknown would be wrong, so it is not shown. */
function caloriesOfChoices(item: Item, look: Look): HTMLElement | undefined {
  const known = item.items.flatMap(({ calories }) => calories ?? [])
  const isUsable = look.labelling ? known.length === item.items.length : known.length > 0
  return isUsable ? caloriesElement(known, look) : caloriesOf(item, look)
}

function caloriesOf({ calories }: Item, look: Look): HTMLElement | undefined {
  return calories === null ? undefined : caloriesElement([calories], look)
}

function caloriesElement(calories: readonly number[], { labelling, formats, words }: Look): HTMLElement {
  if (labelling) return element('span', 'calories as-name', labelling.calories(calories))
  const created = element('small', 'calories', formats.calories(calories))
  created.lang = words.language
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
