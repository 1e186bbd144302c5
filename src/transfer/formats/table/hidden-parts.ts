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

/**
 * Leaves out what a sheet hides or strikes out, and names it.
 * @param keepsHidden whether a hidden column with this heading is read nevertheless
 */
export function hiddenParts(report: ConversionReport, keepsHidden = (_heading: string) => false) {
  let headingRow: number | undefined
  const kept = new Set<number>()
  const leftOut = new Set<number>()

  return { hasRow, withoutColumns }

  /** Whether a row is hidden or, as a whole, struck out. */
  function hasRow(row: Row): boolean {
    const reason = row.isHidden ? HIDDEN_ROW : isStruckOut(row) ? STRUCK_ROW : undefined
    const sheet = row.sheet === undefined ? '' : ` of ${row.sheet}`
    if (reason !== undefined) report.lose(reason, `row ${row.number}${sheet}`)
    return reason !== undefined
  }

  /**
   * The row without the cells of columns that are left out; undefined if it has no others. The first row, which has the headings,
   * tells which these are.
   */
  function withoutColumns(row: Row): Row | undefined {
    if (headingRow === undefined) begin(row)
    const cells = [...row.cells].filter(([column]) => isShown(row, column))
    const marks = [...row.marks].filter(([column]) => isShown(row, column))
    if (row.marks.size === 0 && leftOut.size === 0) return row
    const isEmpty = cells.length + marks.length === 0
    return isEmpty ? undefined : { ...row, cells: new Map(cells), marks: new Map(marks) }
  }

  function begin(row: Row): void {
    headingRow = row.number
    for (const [column, cell] of row.cells) {
      const heading = cleanText(cell)
      const reason = reasonToLeaveOut(row.marks.get(column))
      if (reason === undefined || IDS.has(normalizeHeading(heading)) || keepsHidden(heading)) kept.add(column)
      else leaveOut(column, reason, heading)
    }
  }

  function leaveOut(column: number, reason: Reason, name: string): void {
    leftOut.add(column)
    report.lose(reason, name)
  }

  /** A cell below the headings is no part of them, although it may be merged with one. */
  function isShown({ number, cells, marks }: Row, column: number): boolean {
    const { isHidden = false, fromRow = number } = marks.get(column) ?? {}
    const isOfHeadings = fromRow <= (headingRow ?? 0)
    if (isOfHeadings && number > (headingRow ?? 0)) return false
    if (isHidden && !kept.has(column) && !leftOut.has(column))
      leaveOut(column, HIDDEN_COLUMN, nameOf(column, cells.get(column)))
    return !leftOut.has(column)
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
