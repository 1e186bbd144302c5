import { isObject, type JsonObject } from '../../../json.ts'
import { MAX_PRICE } from '../../../menu/amounts.ts'
import { currencyDigits } from '../mapping/currencies.ts'
import { noPriceIn } from '../mapping/losses.ts'
import { chooseCurrency, fromMinorUnits } from '../mapping/money.ts'
import { asObject } from '../mapping/text.ts'
import type { Conversion } from './conversion.ts'
import { overridesAt } from './locations.ts'
import type { CatalogObject } from './objects.ts'
import { textOf } from './values.ts'

interface Money {
  /** In minor units. */
  readonly amount: number | string
  /** ISO 4217 code. */
  readonly currency: string
}

/** Reads the price of a variation or a modifier. @param name what the report calls it if it has none */
export type PriceOf = (object: CatalogObject, name: string) => number | null

/**
 * Chooses the currency of a menu.
 * @param objects the variations and modifiers on the menu
 * @throws {CommandError} if they have several currencies, and the options do not choose one
 */
export function createPriceOf(objects: readonly CatalogObject[], conversion: Conversion): PriceOf {
  const { locationId, currency: wanted } = conversion.options
  const found = objects.flatMap((object) => moneyAt(object, locationId)?.currency ?? [])
  const currency = chooseCurrency(new Set(found), wanted)
  const reason = noPriceIn(currency)
  return (object, name) => {
    if (hasNoPrice(object, locationId)) return null
    const price = currency === undefined ? undefined : amountIn(currency, moneyAt(object, locationId))
    if (price === undefined) conversion.report.lose(reason, name)
    else conversion.report.checkRange(`price of ${name}`, price, MAX_PRICE)
    return price ?? null
  }
}

/** Then it loses nothing: its price is named when it is sold, or it is a modifier without a surcharge. */
function hasNoPrice(object: CatalogObject, locationId: string | undefined): boolean {
  const { price_money: money, pricing_type: type } = pricingAt(object, locationId)
  return type === 'VARIABLE_PRICING' || (object.type === 'MODIFIER' && !isObject(money))
}

function moneyAt(object: CatalogObject, locationId: string | undefined): Money | undefined {
  const { price_money: money, pricing_type: type } = pricingAt(object, locationId)
  const { amount, currency } = asObject(money)
  const code = textOf(currency)?.toUpperCase() ?? ''
  if (type === 'VARIABLE_PRICING' || !/^[A-Z]{3}$/.test(code)) return undefined
  return typeof amount === 'number' || typeof amount === 'string' ? { amount, currency: code } : undefined
}

/** A price at the location is fixed, unless it says otherwise. */
function pricingAt(object: CatalogObject, locationId: string | undefined): JsonObject {
  const { price_money: baseMoney, pricing_type: baseType } = object.data
  const { price_money: money, pricing_type: type } = overridesAt(object, locationId)
  const isOverridden = isObject(money)
  return {
    price_money: isOverridden ? money : baseMoney,
    pricing_type: textOf(type) ?? (isOverridden ? 'FIXED_PRICING' : baseType),
  }
}

function amountIn(currency: string, money: Money | undefined): number | undefined {
  if (money?.currency !== currency) return undefined
  const price = fromMinorUnits(money.amount, currencyDigits([currency]))
  return Number.isFinite(price) ? price : undefined
}
