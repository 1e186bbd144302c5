import type { Row } from '../containers/container.ts'
import { normalizeHeading, roleOfHeading } from './columns.ts'

/** How many rows of a sheet may be above the headings, such as a title. */
const ROWS_ABOVE = 5

/**
 * Leaves out the rows above the headings of each sheet. If none of the first rows has a heading for the item, the first one
 * is taken for the headings, so that the error names them.
 * @param chosen the headings that the user names, by roles
 */
export async function* fromHeadings(
  rows: AsyncIterable<Row>,
  chosen: ReadonlyMap<string, string> = new Map(),
): AsyncGenerator<Row> {
  const wanted = new Set([...chosen.values()].map(normalizeHeading))
  let sheet: string | undefined
  let above: Row[] = []
  let isFound = false
  for await (const row of rows) {
    if (row.sheet !== sheet) {
      yield* isFound ? [] : above
      sheet = row.sheet
      above = []
      isFound = false
    }
    const cells = [...row.cells.values()].map(String)
    if (isFound || areHeadings(cells) || cells.some((cell) => wanted.has(normalizeHeading(cell)))) {
      isFound = true
      yield row
    } else if (above.push(row) > ROWS_ABOVE) {
      isFound = true
      yield* above
    }
  }
  if (!isFound) yield* above
}

/** Whether a row has a heading for the item, and at least one for something else. */
export function areHeadings(cells: readonly string[]): boolean {
  const roles = cells.map(roleOfHeading)
  return roles.includes('item') && roles.filter((role) => role !== undefined).length > 1
}
