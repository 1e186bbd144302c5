import { currenciesOf } from '../mapping/currencies.ts'
import { cleanText } from '../mapping/text.ts'
import { PRICE_WORDS } from './price-words.ts'

const WORD = `(?:${PRICE_WORDS.join('|')})`
const BETWEEN = String.raw`[\s:(\[/,_–-]+`
/** A price word before or after something else, as in `Price Large`, `Large Price`, `Price (Large)` and `Price: Large`. */
const HEADING = new RegExp(
  String.raw`^(?:${WORD}${BETWEEN}(?<after>[^\s].*?)[)\]]?|(?<before>.*?[^\s])${BETWEEN}${WORD}[)\]]?)$`,
  'iu',
)
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

function besidePriceWord(heading: string): string {
  const { after, before } = HEADING.exec(cleanText(heading))?.groups ?? {}
  return cleanText(after ?? before).replace(/^in /i, '')
}

/** A single letter may be a sign, but is rather a size. */
function isCurrency(text: string): boolean {
  return !/^[a-z]$/i.test(text) && currenciesOf(text) !== undefined
}
