import { sizeOfHeading } from './price-headings.ts'

/**
 * The columns with the prices of sizes, by the names of the sizes. A single one may be anything, such as a price per person, and
 * of two with the same name nobody could tell which one it is.
 */
export function findSizeColumns(headings: ReadonlyMap<number, string>): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  const names: string[] = []
  for (const [column, heading] of headings) {
    const size = sizeOfHeading(heading)
    if (size === undefined) continue
    sizes.set(size, column)
    names.push(size.toLowerCase())
  }
  return names.length > 1 && new Set(names).size === names.length ? sizes : new Map()
}
