import type { ConversionReport, Reason } from '../report.ts'
import { type Columns, normalizeHeading } from './columns.ts'
import { letters } from './place.ts'

export const UNREAD_COLUMN =
  '[column is|columns are] not read, because [its heading is|their headings are] not known'
/** For how many columns of a sheet a known heading is looked for. */
const COMPARED = 20

/** Adds the columns that are not read, and says which may have misspelled headings of what no other column is. */
export function loseColumns<Name extends string>(
  unread: Iterable<number>,
  { at, headings }: Columns<Name>,
  roles: ReadonlyMap<string, Name>,
  report: ConversionReport,
  reasonFor?: (heading: string | undefined) => Reason | undefined,
): void {
  const missing = [...roles].flatMap(([spelling, role]) => (at.has(role) ? [] : [spelling]))
  for (const [index, column] of [...unread].entries()) {
    const heading = headings.get(column)
    const meant = heading !== undefined && index < COMPARED ? similarTo(heading, missing) : undefined
    const name = heading ?? `column ${letters(column)}`
    const shown = meant === undefined ? name : `${name} (did you mean ${meant}?)`
    report.loseColumn(reasonFor?.(heading) ?? UNREAD_COLUMN, shown)
  }
}

/** Shorter words have others of another meaning beside them. */
const LEAST_LENGTH = 4

/** The known heading that another one is but for one letter more, less, changed, or exchanged with the next. */
function similarTo(heading: string, known: readonly string[]): string | undefined {
  const text = normalizeHeading(heading)
  const isPossible = (other: string) =>
    Math.min(text.length, other.length) >= LEAST_LENGTH && wordsIn(text) === wordsIn(other)
  return known.find((other) => isPossible(other) && isNear(text, other))
}

function wordsIn(text: string): number {
  return text.split(' ').length
}

function isNear(one: string, other: string): boolean {
  if (one.length < other.length) return isNear(other, one)
  let start = 0
  while (start < other.length && one[start] === other[start]) start += 1
  const [rest, otherRest] = [one.slice(start), other.slice(start)]
  if (one.length > other.length) return rest.slice(1) === otherRest
  const isExchanged = rest[0] === otherRest[1] && rest[1] === otherRest[0]
  return rest.slice(1) === otherRest.slice(1) || (isExchanged && rest.slice(2) === otherRest.slice(2))
}
