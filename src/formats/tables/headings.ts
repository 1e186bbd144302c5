import { allergenSlug, dietTag } from '../food-tags.ts'
import { currenciesOf } from '../mapping/currencies.ts'
import { cleanText } from '../mapping/text.ts'
import { meaningsOf } from '../words/words.ts'

/** The role of a column by its heading, and the code or sign of the currency of prices. */
export interface ReadHeading<Role extends string> {
  readonly role: Role
  readonly currency?: string
}

/** The most characters of a heading that are read. */
const MAX_LENGTH = 200
const ROLES = meaningsOf('headings')
/** A code needs brackets, because many codes are also words. */
const CURRENCY = /[([](?<code>[A-Z]{3})[)\]]$|[([]?(?<sign>\p{Sc})[)\]]?$/u

/** A heading without invisible characters, and without a mark at its end: `In stock?`, `Price*`. */
export function cleanHeading(text: string): string {
  const visible = cleanText(text.slice(0, MAX_LENGTH).replace(/\p{Cf}/gu, ''))
  let end = visible.length
  while (end > 0 && '?:* '.includes(visible.charAt(end - 1))) end -= 1
  return visible.slice(0, end)
}

/** A heading for comparisons: spaces, underscores and hyphens are the same, and so are upper and lower case. */
export function normalizeHeading(text: string): string {
  return cleanHeading(text)
    .replace(/[\s_-]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** The role of a column of a menu with this heading; undefined if it is not certain. */
export function readHeading(heading: string): ReadHeading<string> | undefined {
  const text = normalizeHeading(heading)
  const role = ROLES.get(text) ?? foodTagOf(text)
  return role === undefined ? readPriceHeading(cleanHeading(heading)) : { role }
}

/** The tag of a column whose cells say yes or no to an allergen or a diet. */
function foodTagOf(text: string): string | undefined {
  const slug = allergenSlug(text)
  return dietTag(text) ?? (slug && `allergen:${slug}`)
}

/** `Price (EUR)` or `Preis €`. */
function readPriceHeading(heading: string): ReadHeading<string> | undefined {
  const { code, sign } = CURRENCY.exec(heading)?.groups ?? {}
  const currency = code ?? sign ?? ''
  const role = ROLES.get(normalizeHeading(heading.replace(CURRENCY, '')))
  return role === 'price' && currenciesOf(currency) !== undefined ? { role, currency } : undefined
}

/** Whether a heading has a word for prices. */
export function isOfPrices(heading: string): boolean {
  return normalizeHeading(heading)
    .split(' ')
    .some((word) => ROLES.get(word) === 'price')
}
