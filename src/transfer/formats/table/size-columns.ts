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
  const { after, before } = HEADING.exec(cleanText(heading))?.groups ?? {}
  const size = cleanText(after ?? before)
  if (size === '' || OTHER_PRICES.test(size) || currenciesOf(size.replace(/^in /i, '')) !== undefined)
    return undefined
  return size
}

/**
 * The columns with the prices of sizes, by the names of the sizes. A single one may be anything, such as a price per person, and
 * of two with the same name nobody could tell which one it is.
 */
export function findSizeColumns(headings: ReadonlyMap<number, string>): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  const names: string[] = []
  for (const [column, heading] of headings) {
    const size = sizeOfHeading(heading)
    if (size === undefined) continue
    sizes.set(size, column)
    names.push(size.toLowerCase())
  }
  return names.length > 1 && new Set(names).size === names.length ? sizes : new Map()
}
