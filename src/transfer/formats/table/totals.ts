import type { ConversionReport } from '../report.ts'
import type { TableRow } from './row.ts'

const TOTAL = [
  '(?:grand |sub ?|over ?all )?totals?|sums?|counts?|averages?|avg|mean|median|(?:total|number|count) (?:of )?items|items? (?:count|total)|average price',
  'min(?:imum)?[. ]+(?:order|spend)(?: value| amount)?|minimum (?:charge|delivery)',
  '(?:end|gesamt|zwischen)?summen?|gesamt(?:betrag|preis|zahl)?|durchschnitt(?:spreis)?|mittelwert|anzahl|mindestbestell(?:wert|ung)|mindestverzehr',
  'totale|totaux|total général|sous[- ]total|somme|moyenne|nombre|minimum de commande|commande minimum',
  'total general|suma|promedio|media aritmética|recuento|pedido mínimo|somma|totale generale|subtotale|conteggio|ordine minimo|soma|média geral|contagem',
  'totaal|subtotaal|gemiddelde|aantal|minimum ?bestelling|razem|średnia|ilość|minimalne zamówienie|toplam|ara toplam|ortalama|разом|всього|сума|середнє',
  '合計|小計|総計|平均|总计|合计|小计|總計|合計|합계|소계|총계|평균|최소 ?주문(?: ?금액)?|סה["״]כ|ממוצע|المجموع|الإجمالي|المتوسط|รวม|ยอดรวม|tổng(?: cộng)?',
].join('|')
const IS_TOTAL = new RegExp(`^(?:${TOTAL})(?: ?[:=]? ?[\\d.,]+)?:?$`, 'iu')
/** What stands before or behind a name of what is counted: `Mains Total`, `Subtotal Mains`. */
const OF_PART =
  /^(?:sub ?totals?|totals?|sums?|summen?|zwischensumme|average|count|sous[- ]total|totale?|suma|somma|razem) (?:(?:of|for|der|des|de|di) )?(?<last>.+)$|^(?<first>.+?)[ -]+(?:sub ?totals?|totals?|sums?|summe|average|count|max|min|gesamt)$/iu
/** Nothing else is called like that. */
const IS_SUBTOTAL = /^(?:sub ?total|zwischensumme|sous[- ]total)(?![\p{L}\d])|(?<![\p{L}\d])sub ?total:?$/iu
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
    if (IS_TOTAL.test(name) || IS_SUBTOTAL.test(name)) return true
    const { last, first } = OF_PART.exec(name.replace(/:$/, ''))?.groups ?? {}
    return this.#names.has((last ?? first)?.toLowerCase() ?? '\0')
  }
}
