import { DocumentError, showValue } from '../../documents/document-error.ts'
import type { InputFile } from '../../documents/input-file.ts'
import { readJson } from '../../documents/json.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import { asObject, cleanText } from '../mapping/text.ts'
import type { Stock } from './node.ts'

const STATUSES: ReadonlySet<unknown> = new Set(['IN_STOCK', 'OUT_OF_STOCK', 'QUANTITY'])

/**
 * Reads the response of Toast's stock API, which is an array.
 * @throws {DocumentError} if it is something else
 */
export function readStock(file: InputFile | undefined): Stock {
  if (file === undefined) return () => undefined
  const list = readJson(file)
  if (!Array.isArray(list))
    throw new DocumentError(`${file.name}: must be a response of Toast's stock API, which is an array`)
  const byId = new Map<string, boolean>()
  for (const [index, entry] of list.entries()) {
    const fields = asObject(entry)
    const isIn = isInStock(fields, `${file.name}: /${index}/status`)
    for (const id of idsOf(fields)) byId.set(id, isIn)
  }
  return ({ fields }) => idsOf(fields).flatMap((id) => byId.get(id) ?? [])[0] ?? true
}

/** The ids of an entry. Most entries have only one of the two. */
function idsOf(fields: JsonObject): readonly string[] {
  const names = ['guid', 'multiLocationId'].filter((name) => cleanText(fields[name]) !== '')
  return names.map((name) => `${name} ${cleanText(fields[name])}`)
}

function isInStock({ status, quantity }: JsonObject, place: string): boolean {
  if (!STATUSES.has(status)) {
    const allowed = 'IN_STOCK, OUT_OF_STOCK or QUANTITY'
    throw new DocumentError(`${place}: must be ${allowed}, got ${showValue(status)}`)
  }
  return status !== 'OUT_OF_STOCK' && !(status === 'QUANTITY' && quantity === 0)
}
