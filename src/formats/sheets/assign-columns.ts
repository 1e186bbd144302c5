import { CommandError } from '../../lib/command-error.ts'
import { cut } from '../../lib/text/cut-to.ts'
import { listNames } from '../../lib/text/list-names.ts'
import type { Row } from '../containers/row.ts'
import { lettersOf } from '../containers/xlsx/references.ts'
import type { TableOptions } from '../format-options.ts'
import { cleanHeading, normalizeHeading, type ReadHeading } from './heading-text.ts'
import type { TableForm } from './table-kind.ts'
import type { Columns } from './table-row.ts'

export const SHOWN_HEADINGS = 30
export const ACCOUNT_FOR =
  'say what each is with --column ROLE=HEADING, or leave it out with --ignore HEADING, or all of them with --ignore "*"'
const ONE_PRICE =
  '. A row has one price: write each size of an item into a row of its own, with its name in a column Size'
const HIDDEN_COLUMN = 'must not be hidden: show the column, delete it, or leave it out with --ignore HEADING'

export type HeadingRules<Role extends string> = ReturnType<typeof headingRules<Role>>

/**
 * What headings are in a form, and by the options of the user.
 * @throws {CommandError} if `--column` names a role that the form does not have
 */
export function headingRules<Role extends string>(
  form: TableForm<Role>,
  { column = new Map<string, string>(), ignore = [] }: TableOptions,
) {
  const roles = new Map(
    Array.from(column, ([name, heading]) => [normalizeHeading(heading), requireRole(name)]),
  )
  const ignored = new Set(ignore.map((heading) => (heading === '*' ? heading : normalizeHeading(heading))))
  const found = new Set<string>()
  return { roleOf, isIgnored, missing }

  function requireRole(name: string): Role {
    const role = form.roleOf(name)?.role
    if (role !== undefined) return role
    throw new CommandError(
      `There is no role ${name}: the ROLE of --column ROLE=HEADING is one of ${form.columns}.`,
    )
  }

  function roleOf(heading: string): ReadHeading<Role> | null | undefined {
    const normal = normalizeHeading(heading)
    const role = roles.get(normal)
    const known = form.roleOf(heading)
    if (role === undefined) return known
    found.add(normal)
    return { ...known, role }
  }

  function isIgnored(heading: string): boolean {
    const isKnown = roleOf(heading)?.role !== undefined
    return ignored.has(normalizeHeading(heading)) || (ignored.has('*') && !isKnown)
  }

  /** The values of `--column` whose headings no table has. */
  function missing(): readonly string[] {
    const unused = [...column].filter(([, heading]) => !found.has(normalizeHeading(heading)))
    return unused.map(([role, heading]) => `${role}=${heading}`)
  }
}

/** Finds the roles of the columns of a table. @param refuse called with each problem of a column */
export function findColumns<Role extends string>(
  { cells, sheet }: Row,
  form: TableForm<Role>,
  { roleOf, isIgnored }: HeadingRules<Role>,
  refuse: (problem: string) => void,
): Columns<Role> {
  const at = new Map<Role, number>()
  const headings: Map<number, { heading: string } & Partial<ReadHeading<Role>>> = new Map()
  const problems: string[] = []
  const unknown: string[] = []
  for (const [column, cell] of cells) {
    const heading = cleanHeading(cell.text)
    const read = roleOf(heading)
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
  const all = Array.from(headings.values(), ({ heading }) => heading)
  if (!at.has(form.required)) refuse(withoutRequired(form.required, sheet, all))
  if (unknown.length > 0) refuse(unknownHeadings(unknown, form))
  for (const problem of [...problems, ...(form.check?.(columns) ?? [])]) refuse(problem)
  return columns
}

function unknownHeadings<Role extends string>(headings: readonly string[], form: TableForm<Role>): string {
  const words = headings.flatMap((heading) => normalizeHeading(heading).split(' '))
  const advice = words.some((word) => form.roleOf(word)?.role === 'price') ? ONE_PRICE : ''
  return `has headings that are not known (${listNames(headings, SHOWN_HEADINGS)}): ${ACCOUNT_FOR}${advice}`
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
