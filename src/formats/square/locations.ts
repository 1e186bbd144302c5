import { CommandError } from '../../lib/command-error.ts'
import { isObject, type JsonObject } from '../../lib/json/json.ts'
import { readInstant } from '../../lib/time/timestamps.ts'
import type { FormatOptions } from '../format-options.ts'
import { asObject } from '../shared/clean-text.ts'
import type { CatalogObject } from './catalog.ts'
import { nonEmptyText, objectsOf, textsOf } from './json-values.ts'

/** Whether an object is at a location or, without one, at all locations. */
export function isAt({ fields }: CatalogObject, locationId: string | undefined): boolean {
  const isAtAll = fields['present_at_all_locations'] !== false
  const absent = textsOf(fields['absent_at_location_ids'])
  if (locationId === undefined) return isAtAll && absent.length === 0
  if (absent.includes(locationId)) return false
  return isAtAll || textsOf(fields['present_at_location_ids']).includes(locationId)
}

/** The fields that differ at a location; none without a location. */
export function overridesAt({ data }: CatalogObject, locationId: string | undefined): JsonObject {
  if (locationId === undefined) return {}
  return objectsOf(data['location_overrides']).find((one) => one['location_id'] === locationId) ?? {}
}

/** Whether an object has another price at some location, or is sold out there. */
export function differsSomewhere({ data }: CatalogObject): boolean {
  const { amount } = asObject(data['price_money'])
  return objectsOf(data['location_overrides']).some(
    ({ price_money: money, sold_out }) =>
      sold_out === true || (isObject(money) && String(money['amount']) !== String(amount)),
  )
}

/**
 * Whether any of these variations is in stock at the location. One may be sold out until a time.
 * @returns undefined without a location, because stock is known only for locations
 */
export function isInStock(
  objects: readonly CatalogObject[],
  { locationId, nowMs }: FormatOptions,
): boolean | undefined {
  if (locationId === undefined) return undefined
  return objects.length === 0 || !objects.every(isSoldOut)

  function isSoldOut(object: CatalogObject): boolean {
    const { sold_out, sold_out_valid_until: until } = overridesAt(object, locationId)
    const end = readInstant(nonEmptyText(until) ?? '')
    return sold_out === true && (end === undefined || Date.parse(end) > nowMs)
  }
}

/** @throws {CommandError} if no object in the files names the location */
export function requireLocation(objects: readonly CatalogObject[], locationId: string | undefined): void {
  if (locationId === undefined) return
  const known = new Set(objects.flatMap(locationsOfObject))
  const choices = [...known].sort().join(', ') || 'there are none'
  if (!known.has(locationId))
    throw new CommandError(
      `The location ${locationId} is not in the files: choose one of those that are (${choices}) with --location-id.`,
    )
}

const LOCATIONS: readonly string[] = ['location_id', 'present_at_location_ids', 'absent_at_location_ids']

/** The ids of the locations that an object names, however deep. */
function locationsOfObject({ fields }: CatalogObject): string[] {
  const found: string[] = []
  JSON.stringify(fields, (name, value: unknown) => {
    if (LOCATIONS.includes(name)) found.push(...textsOf([value].flat()))
    return value
  })
  return found
}
