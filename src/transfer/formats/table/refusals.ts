import { cut, DocumentError } from '../../errors.ts'
import { quoteForShell } from './shell.ts'

const SHOWN_HEADINGS = 30

/** A sheet, or a CSV file, whose columns are looked for. */
export interface Sheet {
  /** The name of the file, and of the sheet, for errors. */
  readonly place: string
  readonly name: string | undefined
  readonly headings: ReadonlyMap<number, string>
}

/** What to do about columns that `--column` cannot tell apart. */
export function sameHeadings(heading: string, role: string): string {
  const advice =
    role === 'price'
      ? `call them by their sizes, such as ${heading} Small and ${heading} Large`
      : 'rename all but one'
  return `has several columns that are called ${cut(heading)}: ${advice}`
}

/** Asks for `--column`, because it is not clear what the columns are. */
export function refusal({ place, name, headings }: Sheet, problem: string, role: string) {
  const names = listHeadings([...headings.values()])
  const leaveOut =
    name === undefined ? '' : `, or leave this sheet out with --without-sheet ${quoteForShell(name)}`
  const option = /\s/.test(role) ? `--column "${role}=HEADING"` : `--column ${role}=HEADING`
  return new DocumentError(
    `${place}: ${problem}: name it with ${option}${leaveOut}. Its headings are ${names}`,
  )
}

/** The first headings, each cut to a sensible length. A table may have thousands. */
export function listHeadings(headings: readonly string[]): string {
  const rest = headings.length > SHOWN_HEADINGS ? ` and ${headings.length - SHOWN_HEADINGS} more` : ''
  return `${headings.slice(0, SHOWN_HEADINGS).map(cut).join(', ')}${rest}`
}
