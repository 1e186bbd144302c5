import type { Cell, Row } from '../containers/container.ts'
import { cleanHeading } from './columns.ts'
import { readPriceHeading } from './price-headings.ts'
import { isSize } from './size-words.ts'

/**
 * Joins headings in two rows, where a price is above the sizes: `Price` over `Small` and `Large`.
 * @returns undefined if the row below has anything else than sizes below a price
 */
export function joinHeadings(headings: Row, below: Row): Row | undefined {
  if (below.cells.size === 0) return undefined
  const joined = new Map<number, Cell>(headings.cells)
  const above = [...headings.cells].sort(([a], [b]) => a - b)
  let next = 0
  for (const [column, size] of [...below.cells].sort(([a], [b]) => a - b)) {
    while ((above[next]?.[0] ?? Number.POSITIVE_INFINITY) <= column) next += 1
    const price = cleanHeading(above[next - 1]?.[1] ?? '')
    if (readPriceHeading(price)?.kind !== 'plain' || !isSize(cleanHeading(size))) return undefined
    joined.set(column, `${price} ${cleanHeading(size)}`)
  }
  return { ...headings, cells: joined, width: Math.max(headings.width ?? 0, below.width ?? 0) }
}
