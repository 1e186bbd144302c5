import { DocumentError } from '../../errors.ts'
import type { Row } from '../containers/container.ts'
import { cleanText } from '../mapping/text.ts'
import { type Columns, normalizeHeading } from '../table/columns.ts'
import { listHeadings } from '../table/refusals.ts'

const LOCATION_HEADING = /^\s*(?:enabled|current quantity|price)\s+(?<location>\S.*)$/i

/** Whether a row has the headings that every item library has. */
export function isHeadingRow(cells: readonly string[]): boolean {
  const headings = new Set(cells.map(normalizeHeading))
  return headings.has('item name') && (headings.has('token') || headings.has('variation name'))
}

/** The columns of an item library, by their headings in lower case and without hyphens. */
export function columnsOf({ cells }: Row): Columns<string> {
  const headings = new Map([...cells].map(([column, heading]) => [column, cleanText(String(heading))]))
  return { headings, at: new Map([...headings].map(([column, text]) => [normalizeHeading(text), column])) }
}

/** The locations that a table has columns of. */
export function locationsIn({ headings }: Columns<string>): readonly string[] {
  const found = [...headings.values()].flatMap(
    (text) => LOCATION_HEADING.exec(text)?.groups?.['location'] ?? [],
  )
  return [...new Set(found)]
}

/** @throws {DocumentError} if there are no columns of the location */
export function requireLocation(file: string, columns: Columns<string>, wanted: string): void {
  const locations = locationsIn(columns)
  if (locations.some((location) => normalizeHeading(location) === normalizeHeading(wanted))) return
  const existing =
    locations.length > 0 ? `has columns of ${listHeadings(locations)}` : 'has no columns of locations'
  throw new DocumentError(`${file}: has no columns of the location ${wanted}: it ${existing}`)
}
