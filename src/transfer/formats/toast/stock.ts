import { DocumentError, showValue } from '../../errors.ts'
import { readJson } from '../containers/json.ts'
import type { InputFile } from '../input-file.ts'
import { asObject, cleanText } from '../mapping/text.ts'
import type { Stock } from './node.ts'

const STATUSES: ReadonlySet<unknown> = new Set(['IN_STOCK', 'OUT_OF_STOCK', 'QUANTITY'])

const UNUSED = '[entry|entries] of the stock file [belongs|belong] to nothing that is imported'

interface Entry {
  readonly isInStock: boolean
  isUsed: boolean
}

/**
 * Reads the response of Toast's stock API, which is an array.
 * @throws {DocumentError} if it is something else
 */
export function readStock(file: InputFile | undefined): Stock {
  const entries: Entry[] = []
  const byId = new Map<string, Entry>()
  for (const [index, fields] of file ? entriesOf(file) : []) {
    const entry = { isInStock: isInStock(fields, `${file?.name}: /${index}/status`), isUsed: false }
    entries.push(entry)
    for (const id of idsOf(fields)) byId.set(id, entry)
  }

  return {
    has({ fields }) {
      const [entry] = idsOf(fields).flatMap((id) => byId.get(id) ?? [])
      if (entry) entry.isUsed = true
      return file && (entry?.isInStock ?? true)
    },
    reportUnused(report) {
      const unused = entries.filter(({ isUsed }) => !isUsed).length
      if (unused > 0) report.skip(UNUSED, unused)
    },
  }
}

/** Most entries lack one of the two. */
function idsOf(fields: Readonly<Record<string, unknown>>): readonly string[] {
  const names = ['guid', 'multiLocationId'].filter((name) => cleanText(fields[name]) !== '')
  return names.map((name) => `${name} ${cleanText(fields[name])}`)
}

function* entriesOf(file: InputFile): Generator<[number, Readonly<Record<string, unknown>>]> {
  const list = readJson(file)
  if (!Array.isArray(list))
    throw new DocumentError(`${file.name}: must be a response of Toast's stock API, which is an array`)
  for (const [index, entry] of list.entries()) yield [index, asObject(entry)]
}

function isInStock({ status, quantity }: Readonly<Record<string, unknown>>, place: string): boolean {
  if (!STATUSES.has(status)) {
    const allowed = 'IN_STOCK, OUT_OF_STOCK or QUANTITY'
    throw new DocumentError(`${place}: must be ${allowed}, got ${showValue(status)}`)
  }
  return status !== 'OUT_OF_STOCK' && !(status === 'QUANTITY' && quantity === 0)
}
