import { quoteForShell } from '../../../lib/text/quote-for-shell.ts'
import { cut, DocumentError, listNames } from '../../errors.ts'

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

export function askFor(sheet: Sheet, problem: string, role: string, more = ''): string {
  const option = /\s/.test(role) ? `--column "${role}=HEADING"` : `--column ${role}=HEADING`
  const leaveOut =
    sheet.name === undefined
      ? ''
      : `, or leave this sheet out with --without-sheet ${quoteForShell(sheet.name)}`
  return `${problem}: name it with ${option}${more}${leaveOut}`
}

/** An error with all that is wrong with the headings of a sheet. */
export function refusal({ place, headings }: Sheet, problems: readonly string[]): DocumentError {
  const lines = problems.map((problem) => `${place}: ${problem}`)
  const names = listHeadings([...headings.values()])
  return new DocumentError(`${lines.join('\n')}. Its headings are ${names}`)
}

export function listHeadings(headings: readonly string[]): string {
  return listNames(headings, SHOWN_HEADINGS)
}
