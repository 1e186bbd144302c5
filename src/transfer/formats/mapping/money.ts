import { CommandError } from '../../../command-error.ts'

/** ISO 4217: the currencies whose minor unit is not a hundredth, by the number of their digits. */
const DIGITS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const DIGITS_BY_CURRENCY: ReadonlyMap<string, number> = new Map(
  Object.entries(DIGITS).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)])),
)

/** The number of digits after the decimal point of a currency. */
export function currencyDigits(currency: string): number {
  return DIGITS_BY_CURRENCY.get(currency.toUpperCase()) ?? 2
}

/**
 * Converts an amount in the minor unit of a currency, such as 435 cents, to a price, such as 4.35.
 * @returns undefined if the amount is not a whole number
 */
export function fromMinorUnits(amount: unknown, currency: string): number | undefined {
  const text = String(amount)
  const parts = /^(-?)(\d+)$/.exec(text)
  if (parts === null) return undefined
  const digits = currencyDigits(currency)
  const padded = (parts[2] ?? '').padStart(digits + 1, '0')
  const split = padded.length - digits
  // As a text: a division would be rounded twice.
  return Number(`${parts[1]}${padded.slice(0, split)}.${padded.slice(split)}`)
}

/**
 * Chooses the currency of prices.
 * @param found the ISO 4217 codes of all prices in the files
 * @param wanted the code that the user asks for
 * @throws {CommandError} if there are several currencies, and none is asked for
 */
export function chooseCurrency(found: ReadonlySet<string>, wanted: string | undefined): string | undefined {
  if (wanted !== undefined) return wanted.toUpperCase()
  const [first, ...others] = [...found].sort()
  if (others.length === 0) return first
  throw new CommandError(
    `The prices are in several currencies (${[first, ...others].join(', ')}): choose one with --currency.`,
  )
}
