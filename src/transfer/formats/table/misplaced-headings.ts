import type { ConversionReport } from '../report.ts'
import { type ColumnRole, type Columns, ROLES, roleOfWord } from './columns.ts'
import type { TableRow } from './row.ts'

const AGAIN =
  'must not have the headings again: delete the row, or put the table below it on a sheet or into a file of its own'
const ON_ITS_SIDE =
  'has its headings in the first column and its items side by side: copy it, choose Paste Special > Transpose in a spreadsheet program, and import that'
const OF_ITEMS: readonly ColumnRole[] = [
  'group',
  'size',
  'description',
  'price',
  'calories',
  'allergens',
  'tags',
]

/** Finds headings that are among the rows of a sheet. Those of exported tables, which have ids, are names. */
export function misplacedHeadings({ at, sizes = new Map() }: Columns) {
  const found = new Set<ColumnRole>()

  return { refuse, end }

  /** @returns whether the row has the headings of the columns once more, which is reported as an error */
  function refuse(row: TableRow): boolean {
    const ofItem = roleOfWord(row.text('item'))
    if (ofItem === undefined || row.id('id') !== '' || row.id('menu id') !== '') return false
    if (OF_ITEMS.includes(ofItem)) found.add(ofItem)
    const same = ROLES.filter((role) => row.has(role) && roleOfWord(row.text(role)) === role)
    if (same.length < 2 || !same.includes('item')) return false
    row.fault('item', AGAIN)
    return true
  }

  /** @param place the file and the sheet, for errors */
  function end(place: string, report: ConversionReport): void {
    if (found.size > 1 && !at.has('price') && sizes.size === 0) report.errors.add(place, ON_ITS_SIDE)
  }
}
