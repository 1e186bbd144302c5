import type { Cell, Mark, Row } from '../containers/container.ts'
import { cleanText } from '../mapping/text.ts'
import type { ConversionReport, Reason } from '../report.ts'
import { normalizeHeading } from './columns.ts'
import { letters } from './place.ts'

const AS_HIDDEN = '(--with-hidden reads [it|them])'
const HIDDEN_ROW = `[row is|rows are] left out, because [it is|they are] hidden ${AS_HIDDEN}`
const HIDDEN_COLUMN = `[column is|columns are] left out, because [it is|they are] hidden ${AS_HIDDEN}`
const STRUCK_ROW = `[row is|rows are] left out, because [it is|they are] struck out ${AS_HIDDEN}`
const STRUCK_COLUMN = `[column is|columns are] left out, because [its heading is|their headings are] struck out ${AS_HIDDEN}`
/** People hide these columns because nobody reads them, but an import finds everything by them. */
const IDS: ReadonlySet<string> = new Set(['id', 'menu id', 'group id', 'token'])

/** Leaves out what workbooks hide or strike out, and names it. */
export class HiddenParts {
  readonly #report: ConversionReport
  readonly #keepsHidden: (heading: string) => boolean
  /* Of the current sheet. */
  #headingRow = 0
  #leftOut = new Set<number>()
  #kept = new Set<number>()

  /** @param keepsHidden whether a hidden column with this heading is read nevertheless */
  constructor(report: ConversionReport, keepsHidden: (heading: string) => boolean = () => false) {
    this.#report = report
    this.#keepsHidden = keepsHidden
  }

  /** The rows that are neither hidden nor struck out as a whole. */
  async *withoutRows(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    for await (const row of rows) {
      const reason = row.isHidden ? HIDDEN_ROW : isStruckOut(row) ? STRUCK_ROW : undefined
      if (reason === undefined) yield row
      else this.#report.lose(reason, `row ${row.number}${row.sheet === undefined ? '' : ` of ${row.sheet}`}`)
    }
  }

  /** The rows without the cells of columns that are left out. The first row of each sheet, which has the headings, tells which these are. */
  async *withoutColumns(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    let sheet: string | undefined | null = null
    for await (const row of rows) {
      if (row.sheet !== sheet) this.#begin(row)
      sheet = row.sheet
      const cells = [...row.cells].filter(([column]) => this.#isShown(row, column))
      const marks = [...row.marks].filter(([column]) => this.#isShown(row, column))
      const isWhole = row.marks.size === 0 && this.#leftOut.size === 0
      if (isWhole) yield row
      else if (cells.length + marks.length > 0) yield { ...row, cells: new Map(cells), marks: new Map(marks) }
    }
  }

  #begin(row: Row): void {
    this.#headingRow = row.number
    this.#kept = new Set(row.cells.keys())
    this.#leftOut = new Set()
    for (const [column, cell] of row.cells) {
      const heading = cleanText(cell)
      const reason = reasonToLeaveOut(row.marks.get(column))
      if (reason === undefined || IDS.has(normalizeHeading(heading)) || this.#keepsHidden(heading)) continue
      this.#kept.delete(column)
      this.#leaveOut(column, reason, heading)
    }
  }

  #leaveOut(column: number, reason: Reason, name: string): void {
    this.#leftOut.add(column)
    this.#report.lose(reason, name)
  }

  /** A cell below the headings is no part of them, although it may be merged with one. */
  #isShown({ number, cells, marks }: Row, column: number): boolean {
    const { isHidden = false, fromRow } = marks.get(column) ?? {}
    if (fromRow !== undefined && fromRow <= this.#headingRow && number > this.#headingRow) return false
    if (isHidden && !this.#kept.has(column) && !this.#leftOut.has(column))
      this.#leaveOut(column, HIDDEN_COLUMN, nameOf(column, cells.get(column)))
    return !this.#leftOut.has(column)
  }
}

/** A hidden column without a heading in the row of headings may have one below. */
function nameOf(column: number, cell: Cell | undefined): string {
  return typeof cell === 'string' ? cleanText(cell) : `column ${letters(column)}`
}

function reasonToLeaveOut({ isHidden, struck }: Mark = {}): string | undefined {
  if (isHidden) return HIDDEN_COLUMN
  return struck === 'whole' ? STRUCK_COLUMN : undefined
}

/** Whether all cells of a row are struck out. Those that are merged with one above say nothing. */
function isStruckOut({ cells, marks }: Row): boolean {
  const own = [...cells.keys()].filter((column) => marks.get(column)?.fromRow === undefined)
  return own.length > 0 && own.every((column) => marks.get(column)?.struck === 'whole')
}
