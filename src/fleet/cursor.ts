import { Value } from '@sinclair/typebox/value'
import { HttpError } from '../http/http-error.ts'
import { isStorable } from '../storage/database.ts'
import { DeviceSortKey } from './order.ts'

export function toCursor(sortKey: DeviceSortKey): string {
  return Buffer.from(JSON.stringify(sortKey)).toString('base64url')
}

/** Parses a cursor, which is the sort key of the device before a page. @throws {HttpError} 400 if the text is not a cursor */
export function parseCursor(cursor: string): DeviceSortKey {
  const value = parse(Buffer.from(cursor, 'base64url').toString())
  if (Value.Check(DeviceSortKey, value)) return value
  throw new HttpError(400, 'The parameter cursor must be the `next` of a page')
}

/** Parses JSON. A text that no database can hold becomes undefined. @returns undefined if the text is not JSON */
function parse(json: string): unknown {
  try {
    return JSON.parse(json, (_, value) =>
      typeof value === 'string' && !isStorable(value) ? undefined : value,
    )
  } catch {
    return undefined
  }
}
