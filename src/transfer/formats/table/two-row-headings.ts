import type { Cell, Row } from '../containers/container.ts'
import { cleanHeading } from './columns.ts'
import { readPriceHeading } from './price-headings.ts'
import { isSize } from './size-words.ts'

/**
 * Joins headings in two rows, where a price is above the sizes: `Price` over `Small` and `Large`.
 * @returns undefined if the row below has anything else than sizes below a price
 */
export function joinHeadings(headings: Row, below: Row): Row | undefined {
  const joined = new Map<number, Cell>(headings.cells)
  for (const [column, size] of below.cells) {
    const price = priceAbove(headings, column)
    if (price === undefined || !isSize(cleanHeading(size))) return undefined
    joined.set(column, `${price} ${cleanHeading(size)}`)
  }
  return { ...headings, cells: joined, width: Math.max(headings.width ?? 0, below.width ?? 0) }
}

/** The price in a column, or in the last column before it that has a heading. */
function priceAbove({ cells }: Row, column: number): string | undefined {
  const [last] = [...cells.keys()].filter((other) => other <= column).sort((a, b) => b - a)
  const heading = cleanHeading(cells.get(last ?? -1) ?? '')
  return readPriceHeading(heading)?.kind === 'plain' ? heading : undefined
}
