import type { Item } from '../../browser/menu/menu-fields.ts'
import { ownPrice } from '../../lib/food/sizes-and-choices.ts'
import type { Labelling } from './labelling.ts'
import type { Formats } from './number-formats.ts'
import { charactersOf, widthInDigits } from './text-width.ts'

const MAX_SIZES = 4
/** The most characters that the prices and the longest word of a row may take, however wide a column is. */
const MAX_ROW_CHARACTERS = 38
/** The width of a digit in most fonts, in em. */
const DIGIT_EM = 0.56
/** The width of the gaps between a name, dots and prices. */
const GAP_CHARACTERS = 3
/** The space before a price, and before a label, in digits. Names get the rest of the line. */
const PRICE_GAP = 1.3
const LABEL_GAP = 0.4

/** Sizes that the items of a group have in common. They are shown as columns of prices. */
export interface PriceColumns {
  readonly names: readonly string[]
  /** The width of each column, in digits. */
  readonly widths: readonly number[]
}

/** What the widths of columns of prices depend on. */
interface ColumnFacts {
  readonly formats: Pick<Formats, 'price'>
  readonly labelling: Labelling | undefined
  /** How wide a column of the board can be at most, in em. */
  readonly widthEm: number
}

/**
 * Returns the sizes to show as columns. Undefined unless at least two items have sizes, these have the same 2 to `MAX_SIZES`
 * sizes, and the columns have room.
 */
export function sharedSizes(
  items: readonly Item[],
  { formats, labelling, widthEm }: ColumnFacts,
): PriceColumns | undefined {
  const sized = items.filter((item) => item.items.length > 0)
  const names = sized[0]?.items.map(({ name }) => name) ?? []
  if (sized.length < 2 || names.length < 2 || names.length > MAX_SIZES) return undefined
  if (!sized.every((item) => hasSizes(item, names))) return undefined
  const widths = names.map((name, index) => {
    const sizes = sized.map((item) => item.items[index])
    return widthOfColumn(name, sizes, formats, labelling)
  })
  return haveRoom(widths, items, widthEm) ? { names, widths } : undefined
}

/** Returns the width that the label and the prices of a size need, in digits. */
function widthOfColumn(
  name: string,
  sizes: readonly (Item | undefined)[],
  formats: ColumnFacts['formats'],
  labelling: Labelling | undefined,
): number {
  // A label may have several lines.
  const widths = wordsOf(name).map((word) => widthInDigits(word) + LABEL_GAP)
  for (const size of sizes)
    for (const text of textsOf(size, formats, labelling)) widths.push(widthInDigits(text) + PRICE_GAP)
  return Math.max(...widths)
}

/** Whether a row has room for the longest word of any name beside the columns. */
function haveRoom(widths: readonly number[], items: readonly Item[], widthEm: number): boolean {
  const words = items.map(({ name }) => Math.max(...wordsOf(name).map(charactersOf)))
  const needed = widths.reduce((sum, width) => sum + width, Math.max(...words))
  return needed <= MAX_ROW_CHARACTERS && needed + GAP_CHARACTERS <= widthEm / DIGIT_EM
}

/** Whether a label of several words is wider than its column: if so, all labels are broken, so that they look alike. */
export function areLabelsBroken({ names, widths }: PriceColumns): boolean {
  return names.some(
    (name, index) => wordsOf(name).length > 1 && widthInDigits(name) + LABEL_GAP > (widths[index] ?? 0),
  )
}

/** Tells style sheets the widths of the columns. */
export function setWidths({ style }: HTMLElement, { widths }: PriceColumns): void {
  for (const [index, width] of widths.entries()) style.setProperty(`--cell-${index + 1}`, `${width}ch`)
}

function wordsOf(text: string): string[] {
  return text.split(/[\s-]+/)
}

/** Returns the price of a size, and its calories if a labelling demands them. */
function textsOf(
  size: Item | undefined,
  formats: ColumnFacts['formats'],
  labelling: Labelling | undefined,
): string[] {
  const price = formats.price(size?.price ?? 0)
  return labelling && size && size.calories !== null ? [price, labelling.calories([size.calories])] : [price]
}

/** Whether an item has these sizes, and no price of its own, for which there is no place beside the columns. */
function hasSizes(item: Item, names: readonly string[]): boolean {
  const { items } = item
  return (
    ownPrice(item) === null &&
    items.length === names.length &&
    items.every((size, index) => size.name === names[index] && size.price !== null && size.items.length === 0)
  )
}
