import type { ConversionReport } from '../report.ts'
import type { TableRow } from './row.ts'

const TOTAL =
  /^(?:(?:grand |sub ?)?totals?|sums?|summen?|gesamt(?:summe|betrag)?|zwischensumme|totale|totaux|total general|suma|somma|somme|totaal|razem|toplam)(?: [\d.]+)?:?$/iu
const TOTALS = '[row is|rows are] left out, because [it is a total|they are totals] and no [item|items]'

/** Whether a row has the total of others instead of an item. If so, it is reported. */
export function isTotal(row: TableRow, report: ConversionReport): boolean {
  const name = row.text('item') || row.text('group') || row.text('size')
  if (!TOTAL.test(name)) return false
  report.lose(TOTALS, `row ${row.place.row} (${name})`)
  return true
}
