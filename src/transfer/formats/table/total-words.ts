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

/** What a row has the figures of, or that it has any: `Total`, `Subtotal Mains`, `Mains Total`. */
export interface FoundTotal {
  /** The names that may be of what is counted; none if nothing but a total can be meant. */
  readonly of: readonly string[]
}

/** Reads a name as that of a total; undefined if it is none. */
export function readTotal(text: string): FoundTotal | undefined {
  const name = withoutFigures(text.toLowerCase())
  if (TOTALS.has(name)) return { of: [] }
  const parts = name.split(' ')
  const [first = '', second = ''] = parts
  const last = parts.at(-1) ?? ''
  const isSubtotal = [first, `${first} ${second}`, last, parts.slice(-2).join(' ')].some((part) =>
    SUBTOTALS.has(part),
  )
  if (isSubtotal) return { of: [] }
  const of = [
    ...(BEFORE.has(first) ? [rest(parts.slice(1))] : []),
    ...(BEHIND.has(last) ? [rest(parts.slice(0, -1))] : []),
  ]
  const names = of.filter((part) => part !== '')
  return names.length > 0 ? { of: names } : undefined
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
