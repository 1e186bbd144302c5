import { isObject, type JsonObject } from '../../../lib/json/json.ts'
import { asObject, cleanText } from '../mapping/text.ts'
import type { ConversionReport } from '../report.ts'
import { nonEmptyText, objectsOf, wholeNumberOf } from './values.ts'

/** A `CatalogObject` of Square, in the spelling of its API. */
export interface CatalogObject {
  /** Such as `ITEM`. */
  readonly type: string
  /** As in the file; it starts with `#` until Square knows the object. */
  readonly id: string | undefined
  /** The name of the file, for messages. */
  readonly file: string
  /** The fields that all types have. */
  readonly fields: JsonObject
  /** The fields of the type: those in `item_data` of an `ITEM`. */
  readonly data: JsonObject
}

/** JsonObject that hold objects: of responses, in both spellings, and `data`, in which any of them may be wrapped. */
const WRAPPERS = [
  'data',
  'object',
  'catalog_object',
  'catalogObject',
  'objects',
  'items',
  'related_objects',
  'relatedObjects',
]

/** Finds the catalog objects in the content of a file: in responses, arrays and maps. */
export function findObjects(content: unknown, file: string): CatalogObject[] {
  const found: CatalogObject[] = []
  visit(content)
  return found

  function visit(value: unknown): void {
    if (isCatalogObject(value)) found.push(toObject(asObject(toWireSpelling(value)), file))
    else for (const inner of contentsOf(value)) visit(inner)
  }
}

function isCatalogObject(value: unknown): value is JsonObject {
  if (!isObject(value)) return false
  const type = nonEmptyText(value['type'])
  if (type === undefined || !/^[A-Z][A-Z_]*$/.test(type)) return false
  return Object.keys(value).some((key) => key === 'id' || /(_data|Data)$/.test(key))
}

/** A map may have any keys, so that all values of an object without a known field are looked at. */
function contentsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return []
  const wrapped = WRAPPERS.filter((name) => Object.hasOwn(value, name)).map((name) => value[name])
  return wrapped.length > 0 ? wrapped : Object.values(value)
}

function toObject(
  fields: JsonObject,
  file: string,
  type = nonEmptyText(fields['type']) ?? '',
): CatalogObject {
  const data = asObject(fields[`${type.toLowerCase()}_data`])
  return { type, id: nonEmptyText(fields['id']), file, fields, data }
}

/** The objects within another one, such as the `variations` of an item. Their field tells their type. */
export function objectsIn(parent: CatalogObject, field: string, type: string): CatalogObject[] {
  return objectsOf(parent.data[field]).map((fields) => toObject(fields, parent.file, type))
}

/** Keeps one of the objects with the same id: that with the highest version, or else the last one. */
export function withoutRepeats(objects: readonly CatalogObject[]): CatalogObject[] {
  const kept = new Map<unknown, CatalogObject>()
  for (const object of objects) {
    // An object without an id is no repetition of another one.
    const key = object.id === undefined ? object : `${object.type} ${object.id}`
    const known = kept.get(key)
    if (known === undefined || !isNewer(known, object)) kept.set(key, object)
  }
  return [...kept.values()]
}

function isNewer(one: CatalogObject, other: CatalogObject): boolean {
  const version = wholeNumberOf(one.fields['version'])
  const otherVersion = wholeNumberOf(other.fields['version'])
  return version !== undefined && otherVersion !== undefined && version > otherVersion
}

/** The name of an object. One without is an error. */
export function nameOf(object: CatalogObject, { errors }: ConversionReport): string {
  const name = cleanText(object.data['name'])
  if (name === '') errors.add(placeOf(object), 'must have a name')
  return name
}

/** What a message calls an object. */
export function placeOf({ file, id }: CatalogObject): string {
  return `${file}: object ${id ?? 'without an id'}`
}

/** A map of custom attributes by their keys, which a seller or an application chose. */
const MAP_BY_KEY = 'custom_attribute_values'

/**
 * Gives all fields in a value the spelling of Square's API: `itemData`, as the SDKs write it, becomes `item_data`. The
 * keys of custom attributes are data and stay as they are.
 */
function toWireSpelling(value: unknown): unknown {
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
