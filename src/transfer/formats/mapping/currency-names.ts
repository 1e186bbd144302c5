/** Currencies by the symbols that people write beside prices. Some symbols are those of several currencies. */
const CODES_BY_SYMBOL: ReadonlyMap<string, readonly string[]> = new Map([
  ['$', ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN', 'ARS', 'CLP', 'COP']],
  ['US$', ['USD']],
  ['C$', ['CAD']],
  ['A$', ['AUD']],
  ['€', ['EUR']],
  ['£', ['GBP']],
  ['¥', ['JPY', 'CNY']],
  ['₹', ['INR']],
  ['₩', ['KRW']],
  ['₺', ['TRY']],
  ['₪', ['ILS']],
  ['₫', ['VND']],
  ['฿', ['THB']],
  ['R$', ['BRL']],
  ['ZŁ', ['PLN']],
  ['KČ', ['CZK']],
  ['FT', ['HUF']],
  ['KR', ['SEK', 'NOK', 'DKK', 'ISK']],
  ['KR.', ['SEK', 'NOK', 'DKK', 'ISK']],
  ['FR', ['CHF']],
  ['FR.', ['CHF']],
  ['SFR.', ['CHF']],
])

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/**
 * The currency that a text names: a code such as `EUR`, or a symbol that stands for several currencies.
 * @returns undefined if it names none, like `from`
 */
export function readCurrency(text: string): string | undefined {
  const upper = text.trim().toUpperCase()
  if (CODES.has(upper)) return upper
  const codes = CODES_BY_SYMBOL.get(upper)
  return codes?.length === 1 ? codes[0] : codes && upper
}

/** Whether a currency as it is written may be the one of this code. */
export function mayBe(written: string, code: string): boolean {
  return written === code || (CODES_BY_SYMBOL.get(written) ?? []).includes(code)
}
