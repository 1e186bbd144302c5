import { IS_ONLINE, onlineParameters } from '../../../device/presence.ts'
import type { DeviceCondition } from '../../../device/queries/readable.ts'
import { BOUND_ORDER, BOUND_SET, boundList, type Value } from '../../../storage/database.ts'
import type { DevicePosition, Sort } from '../order.ts'
import type { Overview } from '../overview.ts'
import { FLEET_STATES } from '../schema.ts'
import { all, CANDIDATE_COLUMNS, type Candidate, readableOfMany } from './candidates.ts'

/** A list of devices that is read from some device on. */
export interface PageQuery {
  readonly conditions: readonly DeviceCondition[]
  readonly sort: Sort
  /** The ids of the sites by which it is ordered first, and which alone it contains; null for devices without site. */
  readonly sites?: readonly string[] | null
  /** The device before the page; if there are `sites`, one of the first of them. */
  readonly after: DevicePosition | undefined
  readonly limit: number
}

/** What devices are ordered by, and its value for the device before the page. */
interface Key {
  readonly sql: string
  readonly isDescending?: boolean
  readonly valueOf: (after: DevicePosition) => Value
}

const stateIs = (state: (typeof FLEET_STATES)[number]) => FLEET_STATES.indexOf(state)

/** SQL: the place of the state of device `d` in FLEET_STATES. */
const STATE = `CASE
  WHEN d.last_heartbeat_at IS NULL THEN ${stateIs('never')}
  WHEN ${IS_ONLINE} THEN ${stateIs('online')}
  WHEN d.site_id IN ${BOUND_SET} THEN ${stateIs('asleep')}
  ELSE ${stateIs('offline')} END`

const AT_NO_SITE: DeviceCondition = { sql: 'd.site_id IS NULL', parameters: [] }

const SITE: Key = { sql: 's.place', valueOf: () => 0 }
const KEYS: Readonly<Record<Sort, readonly Key[]>> = {
  name: [],
  seen: [
    {
      sql: "coalesce(d.last_heartbeat_at, '')",
      isDescending: true,
      valueOf: ({ lastHeartbeatAt }) => lastHeartbeatAt ?? '',
    },
  ],
  outage: [
    { sql: 'd.state', valueOf: ({ state }) => stateIs(state) },
    {
      sql: `CASE WHEN d.state = ${stateIs('offline')} THEN d.last_heartbeat_at ELSE '' END`,
      isDescending: true,
      valueOf: ({ state, lastHeartbeatAt }) => (state === 'offline' ? (lastHeartbeatAt ?? '') : ''),
    },
  ],
}

/** Reads the next devices of a list. */
export function readPage({ reader, closedSites, nowMs }: Overview, query: PageQuery): Promise<Candidate[]> {
  const { conditions, sort, sites, after, limit } = query
  const keys = [...(sites ? [SITE] : []), ...KEYS[sort]]
  const listed = all([...conditions, ...(sites === null ? [AT_NO_SITE] : []), readableOfMany(reader)])
  const isNext = after === undefined ? all([]) : isAfter(keys, after)
  const order = [
    ...keys.map(({ sql, isDescending }) => (isDescending ? `${sql} DESC` : sql)),
    'd.name',
    'd.id',
  ]
  const hasState = sort === 'outage'
  return reader.snapshot.all({
    sql: `
SELECT ${CANDIDATE_COLUMNS}
FROM (SELECT d.*${hasState ? `, ${STATE} AS state` : ''} FROM devices d WHERE ${listed.sql}) AS d
${sites ? `JOIN ${BOUND_ORDER} AS s ON s.id = d.site_id` : ''}
WHERE ${isNext.sql} ORDER BY ${order.join(', ')} LIMIT ?`,
    parameters: [
      ...(hasState ? [...onlineParameters(nowMs), boundList(closedSites)] : []),
      ...listed.parameters,
      ...(sites ? [boundList(sites)] : []),
      ...isNext.parameters,
      limit,
    ],
  })
}

/** The condition that a device comes after another in an order. */
function isAfter([key, ...others]: readonly Key[], after: DevicePosition): DeviceCondition {
  if (key === undefined) return { sql: '(d.name, d.id) > (?, ?)', parameters: [after.name, after.id] }
  const rest = isAfter(others, after)
  const value = key.valueOf(after)
  return {
    sql: `(${key.sql} ${key.isDescending ? '<' : '>'} ? OR (${key.sql} = ? AND ${rest.sql}))`,
    parameters: [value, value, ...rest.parameters],
  }
}
