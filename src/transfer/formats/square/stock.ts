import { readInstant } from '../../../timestamps.ts'
import type { FormatOptions } from '../format.ts'
import { overridesAt } from './locations.ts'
import type { CatalogObject } from './objects.ts'
import { textOf } from './values.ts'

/** Whether a variation or a modifier is in stock at the location. It may be sold out until a time only. */
export function isInStock(object: CatalogObject, { locationId, nowMs }: FormatOptions): boolean {
  const { sold_out, sold_out_valid_until: until } = overridesAt(object, locationId)
  if (sold_out !== true) return true
  const end = readInstant(textOf(until) ?? '')
  return end !== undefined && Date.parse(end) <= nowMs
}
