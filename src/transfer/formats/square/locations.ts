import { CommandError } from '../../../lib/flow/command-error.ts'
import { isObject, type JsonObject } from '../../../lib/json/json.ts'
import { readInstant } from '../../../lib/time/timestamps.ts'
import type { FormatOptions } from '../format.ts'
import type { CatalogObject } from './objects.ts'
import { nonEmptyText, objectsOf, textsOf } from './values.ts'

/** Whether an object is at a location or, without one, at all locations. */
export function isAt({ fields }: CatalogObject, locationId: string | undefined): boolean {
  const isAtAll = fields['present_at_all_locations'] !== false
  const absent = textsOf(fields['absent_at_location_ids'])
  if (locationId === undefined) return isAtAll && absent.length === 0
  if (absent.includes(locationId)) return false
  return isAtAll || textsOf(fields['present_at_location_ids']).includes(locationId)
}

/** What differs at a location. Without a location nothing does. */
export function overridesAt({ data }: CatalogObject, locationId: string | undefined): JsonObject {
  if (locationId === undefined) return {}
  return objectsOf(data['location_overrides']).find((one) => one['location_id'] === locationId) ?? {}
}

/**
 * Whether a variation or a modifier is in stock at the location. It may be sold out until a time only.
 * @returns undefined without a location: there is only stock at locations
 */
export function isInStock(object: CatalogObject, { locationId, nowMs }: FormatOptions): boolean | undefined {
  if (locationId === undefined) return undefined
  const { sold_out, sold_out_valid_until: until } = overridesAt(object, locationId)
  if (sold_out !== true) return true
  const end = readInstant(nonEmptyText(until) ?? '')
  return end !== undefined && Date.parse(end) <= nowMs
}

/** The same for an item, by its variations. */
export function isAnyInStock(
  variations: readonly CatalogObject[],
  options: FormatOptions,
): boolean | undefined {
  if (options.locationId === undefined) return undefined
  return variations.length === 0 || variations.some((one) => isInStock(one, options))
}

/** @throws {CommandError} if nothing in the files is about the location */
export function checkLocation(objects: readonly CatalogObject[], locationId: string | undefined): void {
  if (locationId === undefined) return
  const known = locationsIn(objects)
  if (known.has(locationId)) return
  const problem = `The location ${locationId} is not in the files`
  if (known.size === 0) throw new CommandError(`${problem}, nor is any other: leave out --location-id.`)
  throw new CommandError(`${problem}: choose one of ${[...known].sort().join(', ')} with --location-id.`)
}

function locationsIn(objects: readonly CatalogObject[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { fields } of objects) visit(fields)
  return found

  function visit(value: unknown): void {
    if (Array.isArray(value)) for (const one of value) visit(one)
    if (!isObject(value)) return
    for (const [name, field] of Object.entries(value)) {
      const isList = name === 'present_at_location_ids' || name === 'absent_at_location_ids'
      for (const id of isList ? textsOf(field) : []) found.add(id)
      const id = name === 'location_id' ? nonEmptyText(field) : undefined
      if (id !== undefined) found.add(id)
      visit(field)
    }
  }
}
