import { showValue } from '../../documents/import-error.ts'
import { isObject, type JsonObject } from '../../lib/json/json.ts'
import { fromMinorUnits, isoDecimals } from '../shared/currencies.ts'
import { parsePrice } from '../shared/prices.ts'
import { BY_MEASURE, noPriceIn } from '../shared/report-texts.ts'
import { type CatalogObject, placeOf } from './catalog.ts'
import { nonEmptyText } from './json-values.ts'
import { overridesAt } from './locations.ts'
import type { SquareContext } from './square-context.ts'

const CODE = /^[A-Z]{3}$/
const NO_MONEY =
  'must have a price in minor units, as a whole number, and the ISO 4217 code of its currency, which --currency also names'

/** Reads the price of a variation. @param name of the object in the report */
export function priceOf(object: CatalogObject, name: string, context: SquareContext): number | null {
  const { options, report } = context
  const { price_money: money, pricing_type: type } = pricingAt(object, options.locationId)
  // A variable price is entered at the till.
  if (type === 'VARIABLE_PRICING') return null
  if (nonEmptyText(object.data['measurement_unit_id']) !== undefined) report.addLoss(BY_MEASURE, name)
  else if (!isObject(money)) report.addLoss(noPriceIn(undefined), name)
  else return amountOf(object, money, name, context)
  return null
}

function amountOf(object: CatalogObject, money: JsonObject, name: string, context: SquareContext) {
  const { options, prices, report } = context
  const { amount, currency: written } = money
  const isAmount = typeof amount === 'number' || typeof amount === 'string'
  // Square also writes `UNKNOWN_CURRENCY`.
  const code = String(written).toUpperCase()
  const currency = CODE.test(code) ? code : (options.currency?.toUpperCase() ?? '')
  const value = isAmount && currency !== '' ? fromMinorUnits(amount, isoDecimals([currency])) : undefined
  if (value !== undefined) return prices.readAmount(parsePrice({ value, currency }), name, placeOf(object))
  report.errors.add(placeOf(object), `${NO_MONEY}, got ${showValue(amount)} ${showValue(written)}`)
  return null
}

/** A price at the location is fixed, unless the location has another type of pricing. */
function pricingAt(object: CatalogObject, locationId: string | undefined): JsonObject {
  const { price_money: baseMoney, pricing_type: baseType } = object.data
  const { price_money: money, pricing_type: type } = overridesAt(object, locationId)
  const isOverridden = isObject(money)
  return {
    price_money: isOverridden ? money : baseMoney,
    pricing_type: nonEmptyText(type) ?? (isOverridden ? 'FIXED_PRICING' : baseType),
  }
}
