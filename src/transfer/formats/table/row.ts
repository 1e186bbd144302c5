import { isStorable } from '../../../storage/database.ts'
import { showValue } from '../../errors.ts'
import type { Cell, Row } from '../containers/container.ts'
import { isDash } from '../mapping/price-text.ts'
import { cleanText } from '../mapping/text.ts'
import type { ConversionReport } from '../report.ts'
import type { ColumnRole, Columns } from './columns.ts'
import { addFault, type Place } from './place.ts'

/** A row below the headings. */
export class TableRow<Name extends string = ColumnRole> {
  readonly place: Place
  readonly #cells: Row['cells']
  readonly #formulaErrors: Row['formulaErrors']
  readonly #dates: Row['dates']
  readonly #columns: Columns<Name>
  readonly #report: ConversionReport

  constructor(file: string, row: Row, columns: Columns<Name>, report: ConversionReport) {
    this.place = { file, sheet: row.sheet, row: row.number }
    this.#cells = row.cells
    this.#formulaErrors = row.formulaErrors
    this.#dates = row.dates
    this.#columns = columns
    this.#report = report
  }

  /** Whether the table has this column. */
  has(role: Name): boolean {
    return this.#columns.at.has(role)
  }

  /** Whether it has nothing in the columns that are read. */
  get isEmpty(): boolean {
    return ![...this.#cells.keys()].some((column) => this.#isRead(column))
  }

  /** Whether it has nothing else than the cell of a role. */
  hasOnly(role: Name): boolean {
    return this.#cells.size === 1 && this.#cells.has(this.#columnOf(role))
  }

  /** The sizes that the item has by the columns with prices of sizes, each with its price as if it were the column of prices. */
  sizes() {
    // A table may have far more columns than a row has cells.
    return [...this.#cells].flatMap(([column, cell]) => {
      const size = this.#columns.sizes?.get(column)
      if (size === undefined || isDash(cell)) return []
      const fault = (_: 'price', message: string) => this.#faultAt(column, message)
      return [{ name: size.name, price: { currency: size.currency, cell: () => cell, fault } }]
    })
  }

  /** Whether the table has columns with prices of sizes. */
  get hasSizeColumns(): boolean {
    return (this.#columns.sizes?.size ?? 0) > 0
  }

  #isRead(column: number): boolean {
    return this.#columns.sizes?.has(column) || [...this.#columns.at.values()].includes(column)
  }

  /**
   * Refuses the dates in the columns that are read: programs turn `1/2` and `8.50` into dates by themselves, and what was
   * typed is lost.
   * @returns whether there are any
   */
  refuseDates(): boolean {
    const dates = [...this.#dates].filter(([column]) => this.#isRead(column))
    for (const [column, date] of dates)
      this.#faultAt(
        column,
        `must not be a date or a time, got ${date}: format the column as text, and type it again`,
      )
    return dates.length > 0
  }

  /** The code or sign of the currency of the prices, from their heading; empty if there is none. */
  get currency(): string {
    return this.#columns.currency ?? ''
  }

  cell(role: Name): Cell | undefined {
    return this.#cells.get(this.#columnOf(role))
  }

  /** The text of a cell on one line; empty if there is none, or if it cannot be stored, which is reported. */
  text(role: Name): string {
    const text = cleanText(this.cell(role))
    if (this.#formulaErrors.has(this.#columnOf(role)))
      this.fault(role, `must not be the error of a formula, got ${showValue(text)}`)
    else if (isStorable(text)) return text
    else this.fault(role, 'must be text without NUL and lone surrogates')
    return ''
  }

  /** The column of a role; -1, where no cell is, if the table does not have it. */
  #columnOf(role: Name): number {
    return this.#columns.at.get(role) ?? -1
  }

  /** What a column is called. */
  headingOf(role: Name): string {
    return this.#columns.headings.get(this.#columnOf(role)) ?? role
  }

  /** Adds an error in a cell of the row. */
  fault(role: Name, message: string): void {
    this.#faultAt(this.#columnOf(role), message, role)
  }

  /** @param name what the column is called if it has no heading */
  #faultAt(column: number, message: string, name?: string): void {
    addFault(this.#report, this.place, this.#columns.headings.get(column) ?? name, message)
  }
}
