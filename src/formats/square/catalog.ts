import { isDeepStrictEqual } from 'node:util'
import { ImportError } from '../../documents/import-error.ts'
import { describeFiles, type InputFile } from '../../documents/input-file.ts'
import { readJson } from '../../documents/json.ts'
import { groupBy } from '../../lib/group-by.ts'
import { isObject, type JsonObject } from '../../lib/json/json.ts'
import { shorten } from '../../lib/text/cut-to.ts'
import type { ImportReport } from '../import-report.ts'
import { asObject, cleanText } from '../shared/clean-text.ts'
import { nonEmptyText, objectsOf } from './json-values.ts'

/** A `CatalogObject` of Square. */
export interface CatalogObject {
  /** The type, such as `ITEM`. */
  readonly type: string
  /** As in the file; it starts with `#` until Square knows the object. */
  readonly id: string | undefined
  readonly file: string
  /** The fields that all types have. */
  readonly fields: JsonObject
  /** The fields of the type: those in `item_data` of an `ITEM`. */
  readonly data: JsonObject
  readonly variations: readonly CatalogObject[]
}

/** The objects of all files, each of them once. */
export type Catalog = ReturnType<typeof readCatalog>

const OTHER_VERSION = 'must be the same each time it is in the files: save responses of the same moment'
const NEXT_PAGE =
  'must have all pages of the catalog: save the next one with ?cursor=… as well, and name all files'

/** @throws {ImportError} if a file is not JSON, a page is missing, objects with one id differ, or no file has an object */
export function readCatalog(files: readonly InputFile[]) {
  const pages = files.map((file) => ({ name: file.name, content: readJson(file) }))
  // The last page of a response has no cursor.
  if (pages.every(({ content }) => nonEmptyText(asObject(content)['cursor']) !== undefined))
    throw new ImportError(`${describeFiles(files)}: ${NEXT_PAGE}`)
  const objects = withoutRepeats(pages.flatMap(({ content, name }) => findObjects(content, name)))
  const problem = 'must have objects of a Square catalog, as its API has them, but there are none'
  if (objects.length === 0) throw new ImportError(`${describeFiles(files)}: ${problem}`)
  const byType = groupBy(objects, ({ type }) => type)
  const ofType = (type: string): readonly CatalogObject[] => byType.get(type) ?? []
  /** The definitions of custom attributes by their ids. */
  const definitions = new Map(ofType('CUSTOM_ATTRIBUTE_DEFINITION').map(({ id, data }) => [id, data]))
  return { objects, ofType, definitions }
}

/** Finds the catalog objects in the content of a file, at any depth in responses, arrays and maps. */
function findObjects(content: unknown, file: string): readonly CatalogObject[] {
  if (Array.isArray(content)) return content.flatMap((one) => findObjects(one, file))
  if (!isObject(content)) return []
  const type = nonEmptyText(content['type']) ?? ''
  const isCatalogObject = /^[A-Z][A-Z_]*$/.test(type) && ('id' in content || dataField(type) in content)
  if (!isCatalogObject) return Object.values(content).flatMap((one) => findObjects(one, file))
  return [toObject(content, file, type)]
}

function toObject(fields: JsonObject, file: string, type: string): CatalogObject {
  const data = asObject(fields[dataField(type)])
  const variations = objectsOf(data['variations']).map((one) => toObject(one, file, 'ITEM_VARIATION'))
  return { type, id: nonEmptyText(fields['id']), file, fields, data, variations }
}

function dataField(type: string): string {
  return `${type.toLowerCase()}_data`
}

/** Keeps one of the objects with the same id. @throws {ImportError} if they differ in more than the place of their fields */
function withoutRepeats(objects: readonly CatalogObject[]): CatalogObject[] {
  const kept = new Map<unknown, CatalogObject>()
  for (const object of objects) {
    // An object without an id is no repetition of another one.
    const key = object.id === undefined ? object : `${object.type} ${object.id}`
    const known = kept.get(key) ?? object
    if (!isDeepStrictEqual(known.fields, object.fields))
      throw new ImportError(`${placeOf(object)}: ${OTHER_VERSION}`)
    kept.set(key, known)
  }
  return [...kept.values()]
}

/** The name of an object. It is an error if it has none. */
export function nameOf(object: CatalogObject, { errors }: ImportReport): string {
  const name = cleanText(object.data['name'])
  if (name === '') errors.add(placeOf(object), `must have a name in ${dataField(object.type)}`)
  return name
}

/** The name of an object in messages. */
export function placeOf({ file, id, data }: CatalogObject): string {
  const name = cleanText(data['name'])
  return `${file}: object ${id ?? 'without an id'}${name === '' ? '' : ` (${shorten(name)})`}`
}
