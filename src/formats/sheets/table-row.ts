import { showValue } from '../../documents/document-error.ts'
import { cut } from '../../lib/text/cut-to.ts'
import { isStorable } from '../../storage/database.ts'
import type { Cell, Row } from '../containers/row.ts'
import type { ImportReport } from '../import-report.ts'
import { cleanText, oneLine } from '../shared/clean-text.ts'
import type { ReadHeading } from './heading-text.ts'

/** A row of a file, for messages. */
export interface Place {
  readonly file: string
  readonly sheet: string | undefined
  readonly row: number
}

/** The row, and its sheet if it is in a workbook: `sheet Lunch, row 2`. */
export function rowLabel({ sheet, row }: Place): string {
  return sheet === undefined ? `row ${row}` : `sheet ${sheet}, row ${row}`
}

/** The columns of one sheet. */
export interface Columns<Role extends string> {
  readonly at: ReadonlyMap<Role, number>
  /** All headings by their columns, as they are written, with what is known of them. */
  readonly headings: ReadonlyMap<number, { readonly heading: string } & Partial<ReadHeading<Role>>>
}

/** An id, unchanged except for spaces. */
export function idText(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/** A row below the headings. */
export class TableRow<Role extends string> {
  readonly place: Place
  readonly #cells: Row['cells']
  readonly #columns: Columns<Role>
  readonly #report: ImportReport

  constructor(file: string, row: Row, columns: Columns<Role>, report: ImportReport) {
    this.place = { file, sheet: row.sheet, row: row.number }
    this.#cells = row.cells
    this.#columns = columns
    this.#report = report
  }

  /** Whether the table has such a column. */
  has(role: Role): boolean {
    return this.#columns.at.has(role)
  }

  /** The roles of the cells of the row, found from its cells, because a table may have far more columns. */
  roles(): readonly Role[] {
    return [...this.#cells.keys()].flatMap((column) => this.#columns.headings.get(column)?.role ?? [])
  }

  /** Refuses cells that cannot be read for certain, each problem of a row once. @returns whether there are any */
  refuseCells(): boolean {
    const problems = new Map<string, Role>()
    for (const role of this.roles()) {
      const problem = problemOf(this.cell(role))
      if (problem !== undefined && !problems.has(problem)) problems.set(problem, role)
    }
    for (const [problem, role] of problems) {
      const text = this.text(role)
      this.fault(role, text === '' ? problem : `${problem}, got ${showValue(text)}`)
    }
    return problems.size > 0
  }

  cell(role: Role): Cell | undefined {
    return this.#cells.get(this.#columnOf(role))
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
    return this.#columns.headings.get(this.#columnOf(role))?.heading ?? role
  }

  /** The code or sign of the currency in the heading of a column; empty if there is none. */
  currencyOf(role: Role): string {
    return this.#columns.headings.get(this.#columnOf(role))?.currency ?? ''
  }

  /** The column of a role; -1, where no cell is, if the table does not have it. */
  #columnOf(role: Role): number {
    return this.#columns.at.get(role) ?? -1
  }

  /** Adds an error in a cell, or in the whole row. */
  fault(role: Role | undefined, message: string): void {
    this.#report.errors.add(this.placeOf(role), message)
  }

  /** The place of a cell, or of the whole row, in an error. */
  placeOf(role: Role | undefined): string {
    const column = role === undefined ? '' : `, column ${cut(this.headingOf(role))}`
    return `${this.place.file}: ${rowLabel(this.place)}${column}`
  }
}

function problemOf(cell: Cell | undefined): string | undefined {
  const isText = cell === undefined || isStorable(cell.text)
  return cell?.problem ?? (isText ? undefined : 'must be text without NUL and lone surrogates')
}
