import { type DeviceCondition, joinConditions } from '../../device/queries/readable.ts'
import type { Value } from '../../storage/database.ts'
import { BOUND_ORDER, boundList } from '../../storage/define-query.ts'
import { type DeviceSortKey, withoutNumber } from '../order.ts'
import { type DeviceSummary, SUMMARY_COLUMNS } from './device-summaries.ts'
import { accessCondition, type FleetAccess } from './fleet-access.ts'
import { rankOf, STATE, type StateContext, stateParameters } from './states.ts'

export type PageRow = DeviceSummary & {
  /** The index of its state in `FLEET_STATES`. */
  readonly state: number
}

/** A part of a page: devices at sites, or devices without a site. */
export interface PagePart {
  readonly conditions: readonly DeviceCondition[]
  /** The ids of the sites whose devices it contains, in their order; null for devices without a site. */
  readonly siteIds: readonly string[] | null
  /** The device before the page. With `siteIds`, it must be at the first of them. */
  readonly after: DeviceSortKey | undefined
  readonly limit: number
}

/** An expression that devices are ordered by, with its value for the device before the page. */
interface OrderKey {
  readonly sql: string
  readonly isDescending?: boolean
  readonly valueOf: (after: DeviceSortKey) => Value
}

const AT_NO_SITE: DeviceCondition = { sql: 'd.site_id IS NULL', parameters: [] }

const SITE: OrderKey = { sql: 's.position', valueOf: () => 0 }
/** Offline devices come first, the newest outage first of all, then the other states. */
const URGENCY: readonly OrderKey[] = [
  { sql: 'd.state', valueOf: ({ state }) => rankOf(state) },
  {
    sql: `CASE WHEN d.state = ${rankOf('offline')} THEN d.last_heartbeat_at ELSE '' END`,
    isDescending: true,
    valueOf: ({ state, lastHeartbeatAt }) => (state === 'offline' ? (lastHeartbeatAt ?? '') : ''),
  },
]

/** The same order as that of `compareNames`. */
const NAME: readonly OrderKey[] = [
  { sql: "rtrim(d.name, '0123456789')", valueOf: ({ name }) => withoutNumber(name) },
  { sql: 'length(d.name)', valueOf: ({ name }) => [...name].length },
]

export function readPagePart(access: FleetAccess, context: StateContext, part: PagePart): Promise<PageRow[]> {
  const { conditions, siteIds, after, limit } = part
  const keys = [...(siteIds ? [SITE] : []), ...URGENCY, ...NAME]
  const withoutSite = siteIds === null ? [AT_NO_SITE] : []
  const listed = joinConditions([...conditions, ...withoutSite, accessCondition(access, 'many')])
  const next = after === undefined ? joinConditions([]) : afterCondition(keys, after)
  const order = keys.map(({ sql, isDescending }) => (isDescending ? `${sql} DESC` : sql))
  return access.snapshot.all({
    sql: `
SELECT ${SUMMARY_COLUMNS}, d.state
FROM (SELECT d.*, ${STATE} AS state FROM devices d WHERE ${listed.sql}) AS d
${siteIds ? `JOIN ${BOUND_ORDER} AS s ON s.id = d.site_id` : ''}
WHERE ${next.sql} ORDER BY ${order.join(', ')}, d.name, d.id LIMIT ?`,
    parameters: [
      ...stateParameters(context),
      ...listed.parameters,
      ...(siteIds ? [boundList(siteIds)] : []),
      ...next.parameters,
      limit,
    ],
  })
}

/** The condition that a device comes after another in an order. */
function afterCondition([key, ...others]: readonly OrderKey[], after: DeviceSortKey): DeviceCondition {
  if (key === undefined) return { sql: '(d.name, d.id) > (?, ?)', parameters: [after.name, after.id] }
  const rest = afterCondition(others, after)
  const value = key.valueOf(after)
  return {
    sql: `(${key.sql} ${key.isDescending ? '<' : '>'} ? OR (${key.sql} = ? AND ${rest.sql}))`,
    parameters: [value, value, ...rest.parameters],
  }
}
