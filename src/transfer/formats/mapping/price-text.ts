/** A price as people write it. `1,250` may mean two numbers: then both are given. */
export interface PriceText {
  /** The number, or the two that it may be: with the last separator before decimals, and before thousands. */
  readonly amount: number | { readonly decimal: number; readonly thousands: number }
  /** The separator before decimals, if the text tells which one it is. */
  readonly decimalSeparator: '.' | ',' | undefined
  /** The currency's code or symbol as it is written; empty if there is none. */
  readonly currency: string
}

/** An amount, with a code or a symbol of a currency before or after it. */
const PRICE =
  /^(?<before>[\p{Sc}\p{L}.]*)\s*(?<amount>-?\d[\d.,'’\s]*?)(?:[.,]?-)?\s*(?<after>[\p{Sc}\p{L}.]*)$/u
/** Spaces and apostrophes only separate thousands. */
const NEUTRAL_SEPARATORS = /(?<=\d)['’\s](?=\d{3}(?!\d))/gu

/**
 * Reads a price such as `8`, `8.50`, `$25.00`, `£4,250.00`, `0,55`, `1.250,00 €` or `EUR 5`.
 * @returns undefined if it is no price
 */
export function readPriceText(text: string): PriceText | undefined {
  const parts = PRICE.exec(text.trim())?.groups
  if (parts === undefined) return undefined
  const { before = '', after = '' } = parts
  if (before !== '' && after !== '') return undefined
  const number = (parts['amount'] ?? '').trim().replace(NEUTRAL_SEPARATORS, '')
  const read = readNumber(number)
  return read && { ...read, currency: before || after }
}

function readNumber(text: string): Pick<PriceText, 'amount' | 'decimalSeparator'> | undefined {
  if (/^-?\d+$/.test(text)) return { amount: Number(text), decimalSeparator: undefined }
  const separators = new Set(text.match(/[.,]/g))
  const last = text.at(text.search(/[.,][^.,]*$/))
  if (last !== '.' && last !== ',') return undefined
  const asDecimal = readWith(text, last)
  const asThousands = readWith(text, last === '.' ? ',' : '.')
  if (separators.size === 2 || asThousands === undefined)
    return asDecimal === undefined ? undefined : { amount: asDecimal, decimalSeparator: last }
  if (asDecimal === undefined) return { amount: asThousands, decimalSeparator: last === '.' ? ',' : '.' }
  return { amount: { decimal: asDecimal, thousands: asThousands }, decimalSeparator: undefined }
}

/** Reads a number with this separator before its decimals, and the other one between groups of three digits. */
function readWith(text: string, decimalSeparator: '.' | ','): number | undefined {
  const thousands = decimalSeparator === '.' ? ',' : '\\.'
  const decimal = decimalSeparator === '.' ? '\\.' : ','
  const form = new RegExp(`^-?(\\d+|[1-9]\\d{0,2}(${thousands}\\d{3})+)(${decimal}\\d+)?$`)
  if (!form.test(text)) return undefined
  const plain = text.replaceAll(decimalSeparator === '.' ? ',' : '.', '')
  return Number(plain.replace(decimalSeparator, '.'))
}
