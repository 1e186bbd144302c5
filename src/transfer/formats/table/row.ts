import { cut } from '../../errors.ts'
import type { Cell, Row } from '../containers/container.ts'
import { isDash } from '../mapping/price-text.ts'
import { cleanText, oneLine } from '../mapping/text.ts'
import type { ConversionReport } from '../report.ts'
import { problemOf } from './cell-problems.ts'
import type { ColumnRole, Columns } from './columns.ts'
import { addFault, type Place } from './place.ts'
import { readShown, type ShownAmount } from './shown.ts'

const SUPERSCRIPT =
  '[cell has|cells have] superscript that is read as other characters (write numbers of allergens in a column Allergens)'

/** A cell with a price. */
export interface PriceCell extends ShownAmount {
  /** The code or sign of the currency in its heading; empty if there is none. */
  readonly usualCurrency: string
  /** Adds an error in the cell. */
  fault(message: string): void
}

/** A row below the headings. */
export class TableRow<Name extends string = ColumnRole> {
  readonly place: Place
  readonly #cells: Row['cells']
  readonly #marks: Row['marks']
  readonly #columns: Columns<Name>
  readonly #report: ConversionReport

  constructor(file: string, row: Row, columns: Columns<Name>, report: ConversionReport) {
    this.place = { file, sheet: row.sheet, row: row.number }
    this.#cells = row.cells
    this.#marks = row.marks
    this.#columns = columns
    this.#report = report
  }

  has(role: Name): boolean {
    return this.#columns.at.has(role)
  }

  /** Whether it has nothing in the columns that are read. */
  get isEmpty(): boolean {
    return ![...this.#cells.keys(), ...this.#marks.keys()].some((column) => this.#isRead(column))
  }

  /** Whether it has nothing else than the cell of a role. */
  hasOnly(role: Name): boolean {
    return this.#cells.size === 1 && this.#cells.has(this.#columnOf(role))
  }

  /** The price in the column of a role. */
  price(role: Name): PriceCell {
    return this.#priceAt(this.#columnOf(role), this.#columns.currency)
  }

  /** The sizes that the item has by the columns with prices of sizes. */
  sizes() {
    // A table may have far more columns than a row has cells.
    return [...this.#cells].flatMap(([column, cell]) => {
      const size = this.#columns.sizes?.get(column)
      const price = this.#priceAt(column, size?.currency)
      if (size === undefined || price.value === undefined || isDash(cell)) return []
      return [{ name: size.name, price }]
    })
  }

  #priceAt(column: number, usualCurrency = ''): PriceCell {
    const fault = (message: string) => this.#faultAt(column, message)
    return { ...this.#amountAt(column), usualCurrency, fault }
  }

  get hasSizeColumns(): boolean {
    return (this.#columns.sizes?.size ?? 0) > 0
  }

  /** The cells in the columns of allergens and diets, with the tags of these and what they show. */
  markedCells(): readonly (readonly [column: number, tag: string, text: string])[] {
    return [...this.#cells.keys()].flatMap((column) => {
      const tag = this.#columns.marks?.get(column)
      return tag === undefined ? [] : [[column, tag, cleanText(this.#shownAt(column))] as const]
    })
  }

  #isRead(column: number): boolean {
    const { at, sizes, marks } = this.#columns
    return sizes?.has(column) || marks?.has(column) || [...at.values()].includes(column)
  }

  /**
   * Refuses the cells that do not have what the spreadsheet shows, or what a person meant, each with one error.
   * @returns whether there are any
   */
  refuseCells(): boolean {
    const columns = new Set([...this.#cells.keys(), ...this.#marks.keys()])
    const refused = [...columns].flatMap((column) => {
      const problem = problemOf(this.#cells.get(column), this.#marks.get(column))
      return problem === undefined || !this.#isRead(column) ? [] : [{ column, problem }]
    })
    for (const { column, problem } of refused) this.#faultAt(column, problem)
    for (const [column, { hasSuperscript }] of this.#marks)
      if (hasSuperscript && this.#isRead(column))
        this.#report.lose(SUPERSCRIPT, `row ${this.place.row} (${cut(cleanText(this.#cells.get(column)))})`)
    return refused.length > 0
  }

  /** The value of a cell: a number where it shows one, such as 4.5 for `4.50`, and otherwise the text that it shows. */
  cell(role: Name): Cell | undefined {
    return this.#amountAt(this.#columnOf(role)).value
  }

  /** The text that a cell shows, on one line; empty if there is none. */
  text(role: Name): string {
    return cleanText(this.#shownAt(this.#columnOf(role)))
  }

  /** Like `text`, but entities stay. */
  rawText(role: Name): string {
    return oneLine(this.#shownAt(this.#columnOf(role)))
  }

  /** An id, which is taken as it stands but for spaces. */
  id(role: Name): string {
    return String(this.#shownAt(this.#columnOf(role)) ?? '')
      .replace(/\s+/gu, ' ')
      .trim()
  }

  #shownAt(column: number): Cell | undefined {
    return this.#marks.get(column)?.shown ?? this.#cells.get(column)
  }

  #amountAt(column: number): ShownAmount {
    return readShown(this.#cells.get(column), this.#marks.get(column)?.shown)
  }

  /** The lines of the text of a cell, each without spaces at its ends; none if there is no text. */
  lines(role: Name): readonly string[] {
    const lines = this.text(role) === '' ? [] : String(this.cell(role)).split(/[\r\n\v\u2028]+/u)
    return lines.map(cleanText)
  }

  /** The column of a role; -1, where no cell is, if the table does not have it. */
  #columnOf(role: Name): number {
    return this.#columns.at.get(role) ?? -1
  }

  headingOf(role: Name): string {
    return this.#columns.headings.get(this.#columnOf(role)) ?? role
  }

  fault(role: Name, message: string): void {
    this.#faultAt(this.#columnOf(role), message, role)
  }

  /** @param name what the column is called if it has no heading */
  #faultAt(column: number, message: string, name?: string): void {
    addFault(this.#report, this.place, this.#columns.headings.get(column) ?? name, message)
  }
}
