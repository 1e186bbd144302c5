import { type Static, Type } from '@sinclair/typebox'
import { canonicalDeviceId } from '../device/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { oneOf, positiveNumber } from '../http/query.ts'
import { GROUPINGS, type Grouping, type Order, readCursor } from './cursor.ts'
import { type DevicePosition, FLEET_STATES, type FleetState, SORTS, type Sort } from './order.ts'
import { hasTooManyWords, MAX_WORDS, wordsOf } from './search.ts'

/** How many devices a page has by default, and at most. */
const PAGE_SIZE = 200

/** The query of `GET /fleet`. An empty value counts as not given. */
export const FleetQuery = Type.Object({
  id: Type.Optional(Type.String({ description: 'Only the device with this ID.' })),
  state: oneOf(
    FLEET_STATES,
    `Only devices in this state: ${FLEET_STATES.map((state) => `\`${state}\``).join(', ')}.`,
  ),
  site: Type.Optional(Type.String({ description: 'Only devices of the site with this ID.' })),
  search: Type.Optional(
    Type.String({
      description:
        'Only devices in whose name, ID, site name or time zone all of these words occur, in upper or lower case: at most ' +
        `${MAX_WORDS} different ones.`,
    }),
  ),
  group: oneOf(GROUPINGS, 'By `site` (the default) or not (`none`).'),
  sort: oneOf(
    SORTS,
    'The order, also within a site: `outage` (the default) has offline devices first, the newest outage at the top, then those ' +
      'that were never connected, those that are asleep, and those that are online, each by name; `name`; or `seen`, the last ' +
      'heartbeat, with the latest first. A name with a shorter number at its end comes first: `Screen 2` before `Screen 10`.',
  ),
  cursor: Type.Optional(
    Type.String({ description: 'The `next` of the page before, with the same `sort` and `group`.' }),
  ),
  limit: positiveNumber(
    `Devices per page, ${PAGE_SIZE} by default. A larger number counts as ${PAGE_SIZE}.`,
    PAGE_SIZE,
  ),
})
export type FleetQuery = Static<typeof FleetQuery>

/** Which devices are listed. */
export interface Filter {
  /** The ID of a device. */
  readonly id: string | undefined
  readonly state: FleetState | undefined
  /** The ID of a site. */
  readonly site: string | undefined
  /** The different words of the search, as `comparable` texts. */
  readonly words: readonly string[]
}

/** A page of the fleet. */
export interface FleetPageQuery extends Order {
  readonly filter: Filter
  /** The device before the page; undefined for the first page. */
  readonly after: DevicePosition | undefined
  readonly limit: number
}

/** Parses a query. @throws {HttpError} 400 if the search or the cursor is wrong */
export function parseFleetQuery(query: FleetQuery): FleetPageQuery {
  const sort = find<Sort>(SORTS, query.sort) ?? 'outage'
  const group = find<Grouping>(GROUPINGS, query.group) ?? 'site'
  return {
    sort,
    group,
    filter: {
      id: query.id ? canonicalDeviceId(query.id) : undefined,
      state: find<FleetState>(FLEET_STATES, query.state),
      site: query.site || undefined,
      words: readWords(query.search ?? ''),
    },
    after: query.cursor ? readCursor({ sort, group }, query.cursor) : undefined,
    limit: Math.min(Number(query.limit || PAGE_SIZE), PAGE_SIZE),
  }
}

function find<Member extends string>(values: readonly Member[], text: string | undefined) {
  return values.find((value) => value === text)
}

/** @throws {HttpError} 400 if there are too many */
function readWords(search: string): string[] {
  if (hasTooManyWords(search))
    throw new HttpError(400, `The parameter search must have at most ${MAX_WORDS} different words`)
  return wordsOf(search)
}
