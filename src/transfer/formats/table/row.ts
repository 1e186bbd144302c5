import { isStorable } from '../../../storage/database.ts'
import { showValue } from '../../errors.ts'
import type { Cell, Row } from '../containers/container.ts'
import { cleanText } from '../mapping/text.ts'
import type { ConversionReport } from '../report.ts'
import type { Columns, Role } from './columns.ts'
import { addFault, type Place } from './place.ts'

/** What a spreadsheet shows where a formula has failed. */
const FORMULA_ERROR = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/

/** A row below the headings. */
export class TableRow<Name extends string = Role> {
  readonly place: Place
  readonly #cells: Row['cells']
  readonly #columns: Columns<Name>
  readonly #report: ConversionReport

  constructor(file: string, { sheet, number, cells }: Row, columns: Columns<Name>, report: ConversionReport) {
    this.place = { file, sheet, row: number }
    this.#cells = cells
    this.#columns = columns
    this.#report = report
  }

  /** Whether the table has this column. */
  has(role: Name): boolean {
    return this.#columns.at.has(role)
  }

  /** Whether it has nothing in the columns that are read. */
  get isEmpty(): boolean {
    return [...this.#columns.at.values()].every((column) => !this.#cells.has(column))
  }

  cell(role: Name): Cell | undefined {
    const column = this.#columns.at.get(role)
    return column === undefined ? undefined : this.#cells.get(column)
  }

  /** The text of a cell on one line; empty if there is none, or if it cannot be stored, which is reported. */
  text(role: Name): string {
    const text = cleanText(this.cell(role))
    if (FORMULA_ERROR.test(text))
      this.fault(role, `must not be the error of a formula, got ${showValue(text)}`)
    else if (isStorable(text)) return text
    else this.fault(role, 'must be text without NUL and lone surrogates')
    return ''
  }

  /** The heading of a column as it is written. */
  #heading(role: Name): string {
    return this.#columns.headings.get(this.#columns.at.get(role) ?? -1) ?? role
  }

  /** Adds an error in a cell of the row. */
  fault(role: Name, message: string): void {
    addFault(this.#report, this.place, this.#heading(role), message)
  }
}
