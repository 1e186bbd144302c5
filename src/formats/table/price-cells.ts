import { showValue } from '../../documents/import-error.ts'
import { formatNumber } from '../../lib/text/format-number.ts'
import { isDash, isFree } from '../shared/price-text.ts'
import { type Prices, parsePrice, type WrittenPrice } from '../shared/prices.ts'
import type { TableRow } from '../sheets/table-row.ts'

const PRICE_OF_0 = 'must not be 0: leave the cell empty if there is no price, or write free'
/** A higher price is probably a barcode, except in currencies whose small units nobody uses. */
const USUAL_MAX_PRICE = 1_000_000
const LARGE = `must be less than ${formatNumber(USUAL_MAX_PRICE)}, except in currencies without decimals, which --currency names`

interface PriceCellOptions extends Omit<WrittenPrice, 'value'> {
  /** Whether the price is a stored one. */
  readonly isStored?: boolean
}

/** Reads the price of a cell; null if it has none. @param name of its owner in the report */
export function readPriceCell<Role extends string>(
  row: TableRow<Role>,
  role: Role,
  name: string,
  prices: Prices,
  options: PriceCellOptions = {},
): number | null {
  const text = row.text(role)
  if (isDash(text)) return null
  const hasDecimalPoint = options.hasDecimalPoint || row.cell(role)?.isNumber
  const currency = options.currency || row.currencyOf(role)
  const price = parsePrice({ value: text, currency, hasDecimalPoint })
  const amount = prices.readAmount(price, name, row.placeOf(role))
  if (amount === null || options.isStored) return amount
  const isLarge = amount >= USUAL_MAX_PRICE && prices.customaryDecimalsOf(price) !== 0
  // People write 0 where there is no price.
  if (amount === 0 && !isFree(text)) row.refuse(role, `${PRICE_OF_0}, got ${showValue(text)}`)
  else if (isLarge) row.refuse(role, `${LARGE}, got ${showValue(text)}`)
  return amount
}
