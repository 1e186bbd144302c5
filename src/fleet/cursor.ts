import { type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { HttpError } from '../http/http-error.ts'
import { isStorable } from '../storage/database.ts'
import { type DevicePosition, FLEET_STATES, SORTS, type Sort } from './order.ts'

export const GROUPINGS = ['site', 'none'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** The order of a list. A cursor belongs to one order: with another, it would skip devices. */
export interface Order {
  readonly sort: Sort
  readonly group: Grouping
}

const oneOf = <Member extends string>(values: readonly Member[]) =>
  Type.Unsafe<Member>(Type.Union(values.map((value) => Type.Literal(value))))
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const text = Type.String({ maxLength: 10_000 })

const Cursor = Type.Object({
  sort: oneOf(SORTS),
  group: oneOf(GROUPINGS),
  site: orNull(Type.Object({ newestOutage: orNull(text), name: text, id: text })),
  state: oneOf(FLEET_STATES),
  lastHeartbeatAt: orNull(text),
  name: text,
  id: text,
})

/** The cursor of the page after a device. */
export function toCursor({ sort, group }: Order, position: DevicePosition): string {
  return Buffer.from(JSON.stringify({ ...position, sort, group })).toString('base64url')
}

/** Parses a cursor to the device before a page. @throws {HttpError} 400 if it belongs to another order */
export function readCursor(order: Order, cursor: string): DevicePosition {
  const value = parse(Buffer.from(cursor, 'base64url').toString())
  if (Value.Check(Cursor, value) && value.sort === order.sort && value.group === order.group) return value
  throw new HttpError(
    400,
    'The parameter cursor must be the `next` of a page with the same `sort` and `group`',
  )
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
