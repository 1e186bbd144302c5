import { type Static, type TSchema, Type } from '@sinclair/typebox'
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

const Site = Type.Tuple([orNull(text), text, text])
const Cursor = Type.Tuple([
  oneOf(SORTS),
  oneOf(GROUPINGS),
  orNull(Site),
  oneOf(FLEET_STATES),
  orNull(text),
  text,
  text,
])

/** The cursor of the page after a device. */
export function toCursor({ sort, group }: Order, position: DevicePosition): string {
  const { site, state, lastHeartbeatAt, name, id } = position
  const cursor: Static<typeof Cursor> = [
    sort,
    group,
    site && [site.newestOutage, site.name, site.id],
    state,
    lastHeartbeatAt,
    name,
    id,
  ]
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Parses a cursor to the device before a page. @throws {HttpError} 400 if it belongs to another order */
export function readCursor(order: Order, cursor: string): DevicePosition {
  const value = parse(Buffer.from(cursor, 'base64url').toString())
  if (!Value.Check(Cursor, value) || value[0] !== order.sort || value[1] !== order.group) throw wrongCursor()
  const [, , site, state, lastHeartbeatAt, name, id] = value
  const [newestOutage, siteName, siteId] = site ?? [null, '', '']
  if (![newestOutage ?? '', siteName, siteId, lastHeartbeatAt ?? '', name, id].every(isStorable))
    throw wrongCursor()
  return { site: site && { newestOutage, name: siteName, id: siteId }, state, lastHeartbeatAt, name, id }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw wrongCursor()
  }
}

function wrongCursor(): HttpError {
  return new HttpError(
    400,
    'The parameter cursor must be the `next` of a page with the same `sort` and `group`',
  )
}
