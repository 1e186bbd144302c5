import type { ConversionReport } from '../report.ts'
import type { TableRow } from './row.ts'
import { readTotal } from './total-words.ts'

const TOTALS = '[row is|rows are] left out, because [it is a total|they are totals] and no [item|items]'

/** Finds the rows that have a total of others instead of an item, and reports them. */
export class Totals {
  readonly #report: ConversionReport
  /** The names of groups and items in the rows above, in lower case. */
  readonly #names = new Set<string>()

  constructor(report: ConversionReport) {
    this.#report = report
  }

  /** Whether a row is one. Those with ids are of an exported table, and never are. */
  isTotal(row: TableRow): boolean {
    const name = row.text('item') || row.text('group') || row.text('size')
    const isExported = row.id('id') !== '' || row.id('group id') !== ''
    const isTotal = !isExported && this.#saysTotal(name)
    if (isTotal) this.#report.lose(TOTALS, `row ${row.place.row} (${name})`)
    else for (const role of ['item', 'group'] as const) this.#names.add(row.text(role).toLowerCase())
    return isTotal
  }

  #saysTotal(name: string): boolean {
    const total = readTotal(name)
    return total !== undefined && (total.of.length === 0 || total.of.some((part) => this.#names.has(part)))
  }
}
