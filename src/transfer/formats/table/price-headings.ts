import { currenciesOf } from '../mapping/currencies.ts'
import { cleanText } from '../mapping/text.ts'
import { PRICE_WORDS } from './price-words.ts'

/** What may be between a price word and something else, as in `Price Large`, `Large Price`, `Price (Large)` and `Price: Large`. */
const BETWEEN = /[\s:([/,_–-]+/gu
const WORDS: ReadonlySet<string> = new Set(PRICE_WORDS)
/** What a price may be called that is not that of a size. */
const OTHER_PRICES =
  /^(cost|purchase|buying|wholesale|supplier|old|new|previous|net|gross|unit|list|per .*|.*\b(type|id|code|list|note|notes|change))$/i

/** The size whose prices a column with this heading has; undefined if the heading does not say so. */
export function sizeOfHeading(heading: string): string | undefined {
  const size = besidePriceWord(heading)
  return size === '' || OTHER_PRICES.test(size) || isCurrency(size) ? undefined : size
}

/** The code or sign of the currency of a column with this heading, as in `Price (EUR)`; empty if it names none. */
export function currencyOfHeading(heading: string): string {
  const currency = besidePriceWord(heading)
  return isCurrency(currency) ? currency : ''
}

/** What is in a heading after a price word at its beginning, or before one at its end; empty if there is neither. */
function besidePriceWord(heading: string): string {
  const text = cleanText(heading).replace(/[)\]]$/, '')
  const gaps = [...text.matchAll(BETWEEN)].map(({ index, 0: { length } }) => [index, index + length] as const)
  const [[firstStart, firstEnd] = [0, 0]] = gaps
  const [lastStart, lastEnd] = gaps.at(-1) ?? [0, 0]
  if (isPriceWord(text.slice(0, firstStart))) return cleanText(text.slice(firstEnd)).replace(/^in /i, '')
  return isPriceWord(text.slice(lastEnd)) ? cleanText(text.slice(0, lastStart)).replace(/^in /i, '') : ''
}

function isPriceWord(text: string): boolean {
  return WORDS.has(text.toLowerCase())
}

/** A single letter may be a sign, but is rather a size. */
function isCurrency(text: string): boolean {
  return !/^[a-z]$/i.test(text) && currenciesOf(text) !== undefined
}
