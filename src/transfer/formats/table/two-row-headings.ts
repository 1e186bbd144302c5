import type { Cell, Row } from '../containers/container.ts'
import { cleanHeading, roleOfHeading } from './columns.ts'
import { tagOfHeading } from './mark-headings.ts'
import { readPriceHeading } from './price-headings.ts'
import { isSize } from './size-words.ts'

/**
 * Joins headings in two rows, where a price is above the sizes, as `Price` over `Small` and `Large`, or the names of allergens and
 * diets are below one heading.
 * @returns undefined if the row below has anything else
 */
export function joinHeadings(headings: Row, below: Row): Row | undefined {
  if (below.cells.size === 0) return undefined
  const joined = new Map<number, Cell>(headings.cells)
  const above = [...headings.cells].sort(([a], [b]) => a - b)
  let next = 0
  for (const [column, cell] of [...below.cells].sort(([a], [b]) => a - b)) {
    while ((above[next]?.[0] ?? Number.POSITIVE_INFINITY) <= column) next += 1
    const heading = join(cleanHeading(above[next - 1]?.[1] ?? ''), cleanHeading(cell))
    if (heading === undefined) return undefined
    joined.set(column, heading)
  }
  return { ...headings, cells: joined, width: Math.max(headings.width ?? 0, below.width ?? 0) }
}

/** @param above the heading above it, or to the left of that place */
function join(above: string, below: string): string | undefined {
  if (readPriceHeading(above)?.kind === 'plain' && isSize(below)) return `${above} ${below}`
  const isOfTags = OF_TAGS.has(roleOfHeading(above))
  return isOfTags && tagOfHeading(below) !== undefined ? below : undefined
}

const OF_TAGS: ReadonlySet<string | undefined> = new Set(['allergens', 'diets', undefined])
