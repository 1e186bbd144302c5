import { ImportError, showValue } from '../../documents/import-error.ts'
import type { InputFile } from '../../documents/input-file.ts'
import { readJson } from '../../documents/json.ts'
import { asObject, cleanText } from '../shared/clean-text.ts'
import type { Stock } from './node.ts'

const STATUSES: ReadonlySet<unknown> = new Set(['IN_STOCK', 'OUT_OF_STOCK', 'QUANTITY'])
const WRONG = 'must be IN_STOCK, OUT_OF_STOCK or QUANTITY'

/**
 * Reads the response of Toast's stock API, which is an array.
 * @throws {ImportError} if it is something else
 */
export function readStock(file: InputFile | undefined): Stock {
  if (file === undefined) return () => undefined
  const list = readJson(file)
  if (!Array.isArray(list))
    throw new ImportError(`${file.name}: must be a response of Toast's stock API, which is an array`)
  const byId = new Map<string, boolean>()
  for (const [index, entry] of list.entries()) {
    const { guid, multiLocationId, status, quantity } = asObject(entry)
    if (!STATUSES.has(status))
      throw new ImportError(`${file.name}: /${index}/status: ${WRONG}, got ${showValue(status)}`)
    const isOut =
      status === 'OUT_OF_STOCK' || (status === 'QUANTITY' && typeof quantity === 'number' && quantity <= 0)
    // Most entries have only one of the two.
    for (const id of [guid, multiLocationId].map(cleanText)) if (id !== '') byId.set(id, !isOut)
  }
  return ({ fields: { guid, multiLocationId } }) =>
    byId.get(cleanText(guid)) ?? byId.get(cleanText(multiLocationId)) ?? true
}
