import { showValue } from '../../documents/import-error.ts'
import { shorten } from '../../lib/text/cut-to.ts'
import { isStorable } from '../../storage/database.ts'
import type { Cell, Row } from '../containers/row.ts'
import type { ImportReport } from '../import-report.ts'
import { cleanText, oneLine } from '../shared/clean-text.ts'
import type { HeadingRules } from './heading-rules.ts'
import type { Sheet } from './sheets-in.ts'
import type { Column, ColumnsByRole } from './table-kind.ts'

/** The columns of one sheet, and what its rows are read with. */
export interface SheetContext<Role extends string> {
  readonly sheet: Sheet
  readonly rules: HeadingRules<Role>
  readonly report: ImportReport
  readonly byRole: ColumnsByRole<Role>
  /** All columns that have a heading, by their places. */
  readonly byIndex: ReadonlyMap<number, Column<Role>>
  /** The number of headings, including empty ones. Only in CSV. */
  readonly width: number | undefined
}

/** An id, unchanged except for spaces. */
export function idText(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/** A row below the headings, whose cells are found by their roles. */
export class TableRow<Role extends string> {
  readonly file: string
  /** The name of its sheet; undefined in CSV. */
  readonly sheet: string | undefined
  /** The row, and its sheet if it has a name: `sheet Lunch, row 2`. */
  readonly label: string
  /** The roles of its cells that have content. */
  readonly filledRoles: readonly Role[]
  /** The text of a row that has nothing else than one merged cell. */
  readonly mergedText: string | undefined
  readonly #cells: Row['cells']
  readonly #context: SheetContext<Role>

  constructor({ cells, number, isMerged }: Row, context: SheetContext<Role>) {
    const { file, name } = context.sheet
    this.file = file
    this.sheet = name
    this.label = name === undefined ? `row ${number}` : `sheet ${name}, row ${number}`
    // Found from the cells, because a table may have far more columns.
    this.filledRoles = [...cells.keys()].flatMap((column) => context.byIndex.get(column)?.role ?? [])
    this.mergedText = isMerged ? cleanText([...cells.values()][0]?.text) : undefined
    this.#cells = cells
    this.#context = context
  }

  /** Whether the table has such a column. */
  has(role: Role): boolean {
    return this.#context.byRole.has(role)
  }

  /** The roles of the table's columns. */
  columnRoles(): readonly Role[] {
    return [...this.#context.byRole.keys()]
  }

  /** Refuses cells that cannot be read for certain, each problem of a row once. @returns whether there are any */
  refuseCells(): boolean {
    const problems = new Map<string, Role>()
    for (const role of this.filledRoles) {
      const problem = problemOf(this.cell(role))
      if (problem !== undefined && !problems.has(problem)) problems.set(problem, role)
    }
    for (const [problem, role] of problems) {
      const text = this.text(role)
      this.refuse(role, text === '' ? problem : `${problem}, got ${showValue(text)}`)
    }
    return problems.size > 0
  }

  cell(role: Role): Cell | undefined {
    const { index = -1 } = this.#context.byRole.get(role) ?? {}
    return this.#cells.get(index)
  }

  /** The text that a cell shows, on one line; empty if there is none. */
  text(role: Role): string {
    return cleanText(this.cell(role)?.text)
  }

  /** Like `text`, but entities stay. */
  rawText(role: Role): string {
    return oneLine(this.cell(role)?.text)
  }

  id(role: Role): string {
    return idText(this.cell(role)?.text ?? '')
  }

  /** The lines of the text of a cell, each without spaces at its ends; none if there is no text. @param read reads each */
  lines(role: Role, read: (line: string) => string = cleanText): readonly string[] {
    return this.text(role) === '' ? [] : (this.cell(role)?.text ?? '').split(/[\r\n\v\u2028]+/u).map(read)
  }

  headingOf(role: Role): string {
    return this.#context.byRole.get(role)?.heading ?? role
  }

  /** The code or sign of the currency in the heading of a column; empty if there is none. */
  currencyOf(role: Role): string {
    return this.#context.byRole.get(role)?.currency ?? ''
  }

  /** Adds an error in a cell, or in the whole row. It returns undefined, for functions that return it where they find nothing. */
  refuse(role: Role | undefined, message: string): undefined {
    this.#context.report.errors.add(this.placeOf(role), message)
  }

  /** The place of a cell, or of the whole row, in an error. */
  placeOf(role: Role | undefined): string {
    const column = role === undefined ? '' : `, column ${shorten(this.headingOf(role))}`
    return `${this.file}: ${this.label}${column}`
  }
}

function problemOf(cell: Cell | undefined): string | undefined {
  const isText = cell === undefined || isStorable(cell.text)
  return cell?.problem ?? (isText ? undefined : 'must be text without NUL and lone surrogates')
}
