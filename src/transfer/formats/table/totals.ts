import type { ConversionReport } from '../report.ts'
import type { TableRow } from './row.ts'

const LEFT_OUT = '[row is|rows are] left out, because [it is a total|they are totals] and no [item|items]'

/** What rows with figures of others are called, in the languages of boards, in lower case. */
const TOTALS = words(
  'total|totals|grand total|grand totals|sub total|sub totals|subtotal|subtotals|overall total|sum|sums|count|grand count|average|grand average|avg|mean|median|total items|number of items|item count|items total|average price',
  'minimum order|min order|min. order|minimum order value|minimum order amount|minimum spend|min spend|minimum charge|minimum delivery',
  'summe|summen|endsumme|gesamtsumme|zwischensumme|gesamt|gesamtbetrag|gesamtpreis|gesamtzahl|durchschnitt|durchschnittspreis|mittelwert|anzahl|mindestbestellwert|mindestbestellung|mindestverzehr',
  'totaux|total général|sous-total|sous total|somme|moyenne|nombre|minimum de commande|commande minimum',
  'total general|suma|promedio|media aritmética|recuento|pedido mínimo|totale|totale generale|subtotale|somma|conteggio|ordine minimo|soma|média geral|contagem',
  'totaal|subtotaal|gemiddelde|aantal|minimumbestelling|minimum bestelling|razem|średnia|ilość|minimalne zamówienie|toplam|ara toplam|ortalama|разом|всього|сума|середнє',
  '合計|小計|総計|平均|总计|合计|小计|總計|합계|소계|총계|평균|최소주문|최소 주문|최소주문금액|최소 주문 금액|סה"כ|סה״כ|ממוצע|المجموع|الإجمالي|المتوسط|รวม|ยอดรวม|tổng|tổng cộng',
)
/** Nothing else is called like that, whatever stands beside it. */
const SUBTOTALS = words('subtotal|subtotals|sub total|zwischensumme|sous-total|sous total')
/** What stands before or behind a name of what is counted. */
const BEFORE = words('total|totals|sum|summe|average|count|totale|suma|somma|razem|gesamt')
const BEHIND = words('total|totals|sum|summe|average|count|max|min|gesamt')
const CONNECTORS = words('of|for|der|des|de|di')
const IN_FIGURES = '0123456789.,:= '

/** Finds the rows that have a total of others instead of an item, and reports them. */
export function totalFinder(report: ConversionReport) {
  /** The names of groups and items in the rows above, in lower case. */
  const names = new Set<string>()

  /** Whether a row is one. Those with ids are of an exported table, and never are. */
  return (row: TableRow): boolean => {
    const name = row.text('item') || row.text('group') || row.text('size')
    const isExported = row.id('id') !== '' || row.id('group id') !== ''
    const counted = isExported ? undefined : countedBy(name)
    const isTotal = counted?.length === 0 || counted?.some((one) => names.has(one)) === true
    if (isTotal) report.lose(LEFT_OUT, `row ${row.place.row} (${name})`)
    else for (const role of ['item', 'group'] as const) names.add(row.text(role).toLowerCase())
    return isTotal
  }
}

/**
 * What a row of this name may have the figures of: `Total`, `Subtotal Mains`, `Mains Total`.
 * @returns no name if nothing but a total can be meant, and undefined if it is no name of a total
 */
function countedBy(text: string): readonly string[] | undefined {
  const name = withoutFigures(text.toLowerCase())
  if (TOTALS.has(name)) return []
  const parts = name.split(' ')
  const [first = '', second = ''] = parts
  const last = parts.at(-1) ?? ''
  if ([first, `${first} ${second}`, last, parts.slice(-2).join(' ')].some((part) => SUBTOTALS.has(part)))
    return []
  const names = [
    BEFORE.has(first) ? rest(parts.slice(1)) : '',
    BEHIND.has(last) ? rest(parts.slice(0, -1)) : '',
  ].filter((part) => part !== '')
  return names.length > 0 ? names : undefined
}

/** The name beside a word, without `of` at its beginning and a dash at its end. */
function rest(parts: readonly string[]): string {
  const words = CONNECTORS.has(parts[0] ?? '') ? parts.slice(1) : parts
  return (/^[-–—]$/u.test(words.at(-1) ?? '') ? words.slice(0, -1) : words).join(' ')
}

/** `Total: 36.50` is `Total`. */
function withoutFigures(text: string): string {
  let end = text.length
  while (end > 0 && IN_FIGURES.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split('|')))
}
