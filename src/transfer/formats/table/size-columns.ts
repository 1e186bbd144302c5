import { sizeOfHeading } from './price-headings.ts'

/**
 * The names of sizes by the columns with their prices. A single one may be anything, such as a price per person, and
 * of two with the same name nobody could tell which one it is.
 */
export function findSizeColumns(headings: ReadonlyMap<number, string>): ReadonlyMap<number, string> {
  const sizes = new Map<number, string>()
  for (const [column, heading] of headings) {
    const size = sizeOfHeading(heading)
    if (size !== undefined) sizes.set(column, size)
  }
  const names = new Set([...sizes.values()].map((size) => size.toLowerCase()))
  return sizes.size > 1 && names.size === sizes.size ? sizes : new Map()
}
