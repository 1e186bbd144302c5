const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Signs at prices, each with the currencies that it may stand for. */
// biome-ignore format: several on a line
const SIGNS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    '$ USD CAD AUD NZD SGD HKD TWD MXN ARS BBD BMD BND BSD BZD CLP COP FJD GYD JMD KYD LRD NAD SBD SRD TTD UYU XCD',
    'US$ USD', 'C$ CAD NIO', 'CA$ CAD', 'A$ AUD', 'AU$ AUD', 'NZ$ NZD', 'S$ SGD', 'HK$ HKD', 'NT$ TWD',
    'MX$ MXN', 'R$ BRL', '€ EUR', 'euro EUR', 'euros EUR',
    '£ GBP EGP FKP GIP SHP', '¥ JPY CNY', '元 CNY TWD HKD',
    '円 JPY', '₹ INR', 'rs INR PKR LKR NPR MUR', '₩ KRW', '₪ ILS', '₫ VND', '₱ PHP', '₺ TRY', 'tl TRY',
    '₽ RUB', '₴ UAH', '₦ NGN', '฿ THB', '₡ CRC', '₲ PYG', '₵ GHS', '₸ KZT', '₼ AZN', '₾ GEL', '₭ LAK',
    '₮ MNT', 'fr CHF', 'sfr CHF', 'kr SEK NOK DKK ISK', 'kč CZK', 'zł PLN', 'ft HUF', 'lei RON MDL',
    'лв BGN', 'rm MYR', 'rp IDR', 'r ZAR', '원 KRW', 'บาท THB', 'đ VND', 'грн UAH', 'руб RUB',
  ].map((line) => {
    const [sign = '', ...codes] = line.split(' ')
    return [sign, new Set(codes)]
  }),
)

/** ISO 4217: the currencies whose minor unit is not a hundredth, by the number of their digits. */
const DIGITS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const DIGITS_BY_CODE: ReadonlyMap<string, number> = new Map(
  Object.entries(DIGITS).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)])),
)
const USUAL_DIGITS = 2
/** Currencies whose minor unit nobody writes any more, although ISO 4217 has one. */
const WRITTEN_WHOLE: ReadonlySet<string> = new Set(
  'AFN ALL AMD COP HUF IDR IQD IRR KHR KPW LAK LBP MMK MNT MWK NGN PKR SOS SYP TZS UZS YER'.split(' '),
)

/**
 * The ISO 4217 codes of the currencies that a code or sign at a price may stand for; undefined if it is neither.
 * @param text such as `USD`, `$` or `kr.`
 */
export function currenciesOf(text: string): ReadonlySet<string> | undefined {
  if (CODES.has(text.toUpperCase())) return new Set([text.toUpperCase()])
  // A sign may be as wide as the characters of Japanese: `￥`.
  const sign = text.normalize('NFKC').replace(/\.$/, '')
  return SIGNS.get(sign) ?? SIGNS.get(sign.toLowerCase())
}

/** The number of digits after the decimal point that is enough for each of these currencies. */
export function isoDecimals(codes: Iterable<string>): number {
  return Math.max(...[...codes].map((code) => DIGITS_BY_CODE.get(code) ?? USUAL_DIGITS))
}

/** How many decimals people write in the first currency that a code or sign may stand for; undefined for any other text. */
export function customaryDecimals(text: string): number | undefined {
  const [code] = currenciesOf(text) ?? []
  if (code === undefined) return undefined
  return WRITTEN_WHOLE.has(code) ? 0 : isoDecimals([code])
}

/**
 * Converts an amount in the minor unit of a currency, such as 435 cents, to a price, such as 4.35.
 * @param digits the number of digits after the decimal point
 * @returns undefined if the amount is not a whole number
 */
export function fromMinorUnits(amount: unknown, digits: number): number | undefined {
  // Computed as text, because a division would round twice.
  return /^-?\d+$/.test(String(amount)) ? Number(`${amount}e-${digits}`) : undefined
}

/** The digits of a number that are certain: 4.3499999999999996 is 4.35. */
const EXACT_DIGITS = 15

/** The price without an error of binary fractions; undefined if it has more decimals. */
export function exactPrice(price: number, decimals: number): number | undefined {
  const exact = Number(price.toPrecision(EXACT_DIGITS))
  return exact === Number(exact.toFixed(decimals)) ? exact : undefined
}
