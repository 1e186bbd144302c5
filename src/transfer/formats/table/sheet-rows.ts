import type { Cell, Row } from '../containers/container.ts'
import type { InputFile } from '../input-file.ts'
import type { ConversionReport, Reason } from '../report.ts'
import type { Columns } from './columns.ts'
import { hiddenParts } from './hidden-parts.ts'
import { addFault } from './place.ts'
import type { PriceColumn } from './prices.ts'
import { TableRow } from './row.ts'
import { loseColumns } from './unread-columns.ts'

/** How many rows of a sheet may be above the headings, such as a title. */
const ROWS_ABOVE = 6
const MORE_CELLS =
  'must not have more cells than there are headings: put texts and prices with separators in quotes, such as "3,50", and delete separators at the end'

/** Reads the rows below the headings of a sheet. */
export interface SheetReader<Name extends string> {
  readonly columns: Columns<Name>
  /** The columns that are read besides those of roles and sizes. */
  readonly others?: Iterable<number>
  /** The rows that a row stands for, if that is not just itself. */
  readonly split?: ((row: Row) => readonly Row[]) | undefined
  /** Reads a row that has anything in the columns that are read, and no wrong cell. */
  read(row: TableRow<Name>, cells: Row): void
  /** Is told of each cell in a column that is not read. */
  passOver?(cell: Cell): void
  /** @param unread the columns that are not read, from which it may take some away */
  end?(unread: Set<number>): void
  /** Why a column is not read; undefined if its heading is not known. */
  reasonNotToRead?(heading: string | undefined): Reason | undefined
}

export interface TableForm<Name extends string> {
  /** Whether a row has the headings. */
  isHeadings(cells: readonly string[]): boolean
  /** Whether sheets without headings are passed over. Otherwise, their first row is taken for the headings. */
  readonly skipsOthers?: boolean
  /** Joins the headings with those in the row below, if they are in two rows. */
  joinHeadings?(headings: Row, below: Row): Row | undefined
  /** What headings say that a column is, by their normalized spellings. */
  readonly roles?: ReadonlyMap<string, Name>
  /** What a file without headings lacks. */
  readonly required: string
  /** Whether a hidden column with this heading is read nevertheless. */
  keepsHidden?(heading: string): boolean
  /**
   * Begins a sheet with its headings.
   * @param place the file and the sheet, for errors
   * @throws {DocumentError | CommandError} if the headings are wrong
   */
  begin(place: string, headings: Row, file: InputFile): SheetReader<Name>
  readonly prices?: PriceColumn
}

/**
 * Finds the headings among the rows of a sheet, and reads those below.
 * @param countRow is called for each row below the headings
 */
export function sheetRows<Name extends string>(
  file: InputFile,
  form: TableForm<Name>,
  report: ConversionReport,
  countRow: () => void,
) {
  const hidden = hiddenParts(report, form.keepsHidden)
  /** The rows above the headings; undefined once these are found. */
  let above: Row[] | undefined = []
  let headings: Row | undefined
  let reader: SheetReader<Name> | undefined
  let used = new Set<number>()
  const unread = new Set<number>()
  let hasRow = false

  return { add, end, hasHeadings: () => reader !== undefined, hasRow: () => hasRow }

  function add(row: Row): void {
    if (hidden.hasRow(row)) return
    if (above === undefined) addShown(row)
    else if (above.length > ROWS_ABOVE) return
    else if (form.isHeadings([...row.cells.values()].map(String))) {
      above = undefined
      addShown(row)
    } else if (above.push(row) > ROWS_ABOVE) takeFirstRow()
  }

  function end(): void {
    takeFirstRow()
    if (headings !== undefined) reader ??= begin(headings)
    reader?.end?.(unread)
    if (reader !== undefined)
      loseColumns(unread, reader.columns, form.roles ?? new Map(), report, reader.reasonNotToRead)
  }

  function takeFirstRow(): void {
    if (above === undefined || form.skipsOthers) return
    const rows = above
    above = undefined
    for (const row of rows) addShown(row)
  }

  function addShown(whole: Row): void {
    const row = hidden.withoutColumns(whole)
    if (row === undefined) return
    if (headings === undefined) headings = row
    else if (reader !== undefined) read(reader, row)
    else {
      const joined = form.joinHeadings?.(headings, row)
      reader = begin(joined ?? headings)
      if (joined === undefined) read(reader, row)
    }
  }

  function begin(row: Row): SheetReader<Name> {
    headings = row
    const place = row.sheet === undefined ? file.name : `${file.name}: sheet ${row.sheet}`
    const begun = form.begin(place, row, file)
    const { at, sizes = new Map() } = begun.columns
    used = new Set([...at.values(), ...sizes.keys(), ...(begun.others ?? [])])
    return begun
  }

  function read({ columns, split, passOver, read: readRow }: SheetReader<Name>, row: Row): void {
    countRow()
    // In CSV this is a comma in a text without quotes, so that all cells after it are in wrong columns.
    if ((row.width ?? 0) > (headings?.width ?? 0)) {
      hasRow = true
      addFault(report, { file: file.name, sheet: undefined, row: row.number }, undefined, MORE_CELLS)
      return
    }
    for (const [column, cell] of row.cells) {
      if (used.has(column)) continue
      unread.add(column)
      passOver?.(cell)
    }
    for (const cells of split?.(row) ?? [row]) {
      const one = new TableRow(file.name, cells, columns, report)
      hasRow ||= !one.isEmpty
      if (!one.isEmpty && !one.refuseCells()) readRow(one, cells)
    }
  }
}
