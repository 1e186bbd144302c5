import { isObject, type JsonObject } from '../../../lib/json/json.ts'
import { MAX_PRICE } from '../../../menu/amounts.ts'
import type { FormatOptions } from '../format.ts'
import { chooseCurrency, currencyDigits, fromMinorUnits } from '../mapping/currencies.ts'
import { noPriceIn, otherPricesAt, UNNAMED_CURRENCY } from '../mapping/losses.ts'
import { asObject } from '../mapping/text.ts'
import type { Reason } from '../report.ts'
import type { Conversion } from './conversion.ts'
import { overridesAt } from './locations.ts'
import type { CatalogObject } from './objects.ts'
import { nonEmptyText, objectsOf } from './values.ts'

/** Square also writes `UNKNOWN_CURRENCY`. */
const CODE = /^[A-Z]{3}$/

interface Money {
  /** In minor units. */
  readonly amount: number | string
  /** ISO 4217 code; that of the options if Square does not name it. Undefined if neither does. */
  readonly currency: string | undefined
}

/**
 * Chooses the currency of a menu.
 * @param objects the variations and modifiers on the menu
 * @returns reads the price of one of them, by what the report calls it
 * @throws {CommandError} if they have several currencies, and the options do not choose one
 */
export function createPriceOf(objects: readonly CatalogObject[], conversion: Conversion) {
  const { currency: wanted } = conversion.options
  const found = objects.flatMap((object) => moneyAt(object, conversion.options)?.currency ?? [])
  const currency = chooseCurrency(new Set(found), wanted)
  return (object: CatalogObject, name: string): number | null => {
    if (hasOtherPrices(object, conversion.options)) conversion.report.skip(otherPricesAt('--location-id'))
    if (hasNoPrice(object, conversion.options.locationId)) return null
    const money = moneyAt(object, conversion.options)
    const price = currency && money?.currency === currency ? amountIn(currency, money.amount) : undefined
    if (price === undefined) conversion.report.lose(reasonToLose(money, currency), name)
    else conversion.report.checkRange(`price of ${name}`, price, MAX_PRICE)
    return price ?? null
  }
}

function hasOtherPrices({ data }: CatalogObject, { locationId }: FormatOptions): boolean {
  const { amount } = asObject(data['price_money'])
  const overrides = locationId === undefined ? objectsOf(data['location_overrides']) : []
  return overrides.some(
    ({ price_money: money }) => isObject(money) && String(money['amount']) !== String(amount),
  )
}

/** Then it loses nothing: its price is named when it is sold, or it is a modifier without a surcharge. */
function hasNoPrice(object: CatalogObject, locationId: string | undefined): boolean {
  const { price_money: money, pricing_type: type } = pricingAt(object, locationId)
  return type === 'VARIABLE_PRICING' || (object.type === 'MODIFIER' && !isObject(money))
}

function reasonToLose(money: Money | undefined, currency: string | undefined): Reason {
  return money && money.currency === undefined ? UNNAMED_CURRENCY : noPriceIn(currency)
}

function moneyAt(object: CatalogObject, { locationId, currency: wanted }: FormatOptions): Money | undefined {
  const { price_money: money, pricing_type: type } = pricingAt(object, locationId)
  const { amount, currency } = asObject(money)
  const written = nonEmptyText(currency)?.toUpperCase() ?? ''
  const code = CODE.test(written) ? written : wanted?.toUpperCase()
  if (type === 'VARIABLE_PRICING') return undefined
  return typeof amount === 'number' || typeof amount === 'string' ? { amount, currency: code } : undefined
}

/** A price at the location is fixed, unless it says otherwise. */
function pricingAt(object: CatalogObject, locationId: string | undefined): JsonObject {
  const { price_money: baseMoney, pricing_type: baseType } = object.data
  const { price_money: money, pricing_type: type } = overridesAt(object, locationId)
  const isOverridden = isObject(money)
  return {
    price_money: isOverridden ? money : baseMoney,
    pricing_type: nonEmptyText(type) ?? (isOverridden ? 'FIXED_PRICING' : baseType),
  }
}

function amountIn(currency: string, minorUnits: number | string): number | undefined {
  const price = fromMinorUnits(minorUnits, currencyDigits([currency]))
  return Number.isFinite(price) ? price : undefined
}
