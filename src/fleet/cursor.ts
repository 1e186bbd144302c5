import { type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { HttpError } from '../http/http-error.ts'
import { isStorable } from '../storage/database.ts'
import { type DeviceSortKey, FLEET_STATES } from './order.ts'

const oneOf = <Member extends string>(values: readonly Member[]) =>
  Type.Unsafe<Member>(Type.Union(values.map((value) => Type.Literal(value))))
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const text = Type.String({ maxLength: 10_000 })

const Cursor = Type.Object({
  site: orNull(Type.Object({ newestOutage: orNull(text), name: text, id: text })),
  state: oneOf(FLEET_STATES),
  lastHeartbeatAt: orNull(text),
  name: text,
  id: text,
})

export function toCursor(position: DeviceSortKey): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** Parses a cursor, which is the sort key of the device before a page. @throws {HttpError} 400 if the text is not a cursor */
export function readCursor(cursor: string): DeviceSortKey {
  const value = parse(Buffer.from(cursor, 'base64url').toString())
  if (Value.Check(Cursor, value)) return value
  throw new HttpError(400, 'The parameter cursor must be the `next` of a page')
}

/** Parses JSON without texts that no database can hold. @returns undefined if it is none */
function parse(json: string): unknown {
  try {
    return JSON.parse(json, (_, value) =>
      typeof value === 'string' && !isStorable(value) ? undefined : value,
    )
  } catch {
    return undefined
  }
}
