import { isObject } from '../../../lib/json/json.ts'

/** A map of custom attributes by their keys, which a seller or an application chose. */
const MAP_BY_KEY = 'custom_attribute_values'

/**
 * Gives all fields in a value the spelling of Square's API: `itemData`, as the SDKs write it, becomes `item_data`. The
 * keys of custom attributes are data and stay as they are.
 */
export function toWireSpelling(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => toWireSpelling(one))
  if (!isObject(value)) return value
  const fields = Object.entries(value).map(([key, field]) => {
    const name = wireName(key)
    return [name, name === MAP_BY_KEY ? valuesToWireSpelling(field) : toWireSpelling(field)]
  })
  return Object.fromEntries(fields)
}

function valuesToWireSpelling(map: unknown): unknown {
  if (!isObject(map)) return undefined
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, toWireSpelling(value)]))
}

function wireName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
