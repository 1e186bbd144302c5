import { cut } from '../../lib/text/cut-to.ts'
import { listNames } from '../../lib/text/list-names.ts'
import type { Row } from '../containers/container.ts'
import { lettersOf } from '../containers/xlsx/references.ts'
import type { GivenHeadings, TableSchema } from './form.ts'
import { cleanHeading, normalizeHeading, type ReadHeading } from './headings.ts'
import type { Columns } from './row.ts'

export const SHOWN_HEADINGS = 30
export const ACCOUNT_FOR =
  'say what each is with --column ROLE=HEADING, or leave it out with --ignore HEADING, or all of them with --ignore "*"'
const HIDDEN_COLUMN = 'must not be hidden: show the column, delete it, or leave it out with --ignore HEADING'

/** The roles of headings, and which headings the user leaves out. */
export function headingRules<Role extends string>(form: TableSchema<Role>, given: GivenHeadings<Role>) {
  return { roleOf, isIgnored }

  function roleOf(heading: string): ReadHeading<Role> | null | undefined {
    const role = given.roles.get(normalizeHeading(heading))
    const known = form.roleOf(heading)
    return role === undefined ? known : { ...known, role }
  }

  function isIgnored(heading: string): boolean {
    const isKnown = roleOf(heading)?.role !== undefined
    return given.ignored.has(normalizeHeading(heading)) || (given.ignored.has('*') && !isKnown)
  }
}

/** Finds the roles of the columns of a table. @param refuse called with each problem of a column */
export function findColumns<Role extends string>(
  { cells, sheet }: Row,
  form: TableSchema<Role>,
  given: GivenHeadings<Role>,
  refuse: (problem: string) => void,
): Columns<Role> {
  const { roleOf, isIgnored } = headingRules(form, given)
  const at = new Map<Role, number>()
  const headings: Map<number, { heading: string } & Partial<ReadHeading<Role>>> = new Map()
  const problems: string[] = []
  const unknown: string[] = []
  for (const [column, cell] of cells) {
    const heading = cleanHeading(cell.text)
    const read = roleOf(heading)
    given.found.add(normalizeHeading(heading))
    headings.set(column, { heading })
    if (isIgnored(heading) || read === null) continue
    const problem = cell.problem ?? (cell.isHidden && !isOfIds(read?.role) ? HIDDEN_COLUMN : undefined)
    if (problem !== undefined) problems.push(`the heading ${cut(heading)} ${problem}`)
    else if (read === undefined) unknown.push(heading)
    else if (at.has(read.role)) problems.push(repeated(heading, read.role))
    else {
      at.set(read.role, column)
      headings.set(column, { heading, ...read })
    }
  }
  const columns = { at, headings }
  if (!at.has(form.required))
    refuse(
      withoutRequired(
        form.required,
        sheet,
        [...headings.values()].map(({ heading }) => heading),
      ),
    )
  const advice = `${ACCOUNT_FOR}${form.adviceFor?.(unknown) ?? ''}`
  if (unknown.length > 0)
    refuse(`has headings that are not known (${listNames(unknown, SHOWN_HEADINGS)}): ${advice}`)
  for (const problem of [...problems, ...(form.check?.(columns) ?? [])]) refuse(problem)
  return columns
}

function withoutRequired(role: string, sheet: string | undefined, headings: readonly string[]): string {
  const orDelete = sheet === undefined ? '' : ', or delete this sheet'
  return `has no column that is known to be the ${role}: name it with --column ${optionFor(role)}${orDelete}. Its headings are ${listNames(headings, SHOWN_HEADINGS)}`
}

/** People hide these columns because nobody reads them, but an import finds everything by them. */
function isOfIds(role: string | undefined): boolean {
  return role !== undefined && /(?:^| )id$| token$/.test(role)
}

export function nameOfColumn(column: number): string {
  return `column ${lettersOf(column)}`
}

function repeated(heading: string, role: string): string {
  return `has several columns that could be the ${role}, such as ${cut(heading)}: name one with --column ${optionFor(role)}, and rename others or leave them out with --ignore HEADING`
}

function optionFor(role: string): string {
  return role.includes(' ') ? `"${role}=HEADING"` : `${role}=HEADING`
}
