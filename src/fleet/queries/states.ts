import { IS_ONLINE, IS_SILENT, onlineParameters, silentParameters } from '../../device/online.ts'
import type { DeviceCondition } from '../../device/queries/readable.ts'
import type { Value } from '../../storage/database.ts'
import { BOUND_LIST_FOR_SCAN, boundList } from '../../storage/define-query.ts'
import { FLEET_STATES, type FleetState } from '../states.ts'

/** The facts besides heartbeats that decide on the states of devices. */
export interface StateContext {
  /** The ids of the sites that are closed now. */
  readonly closedSiteIds: ReadonlySet<string>
  readonly nowMs: number
}

/** The index of a state in `FLEET_STATES`, by which devices are sorted. */
export const rankOf = (state: FleetState) => FLEET_STATES.indexOf(state)

const SITE_IS_CLOSED = `d.site_id IN ${BOUND_LIST_FOR_SCAN}`

/** SQL: the index of the state of device `d` in `FLEET_STATES`; with `stateParameters`. */
export const STATE = `CASE
  WHEN d.last_heartbeat_at IS NULL THEN ${rankOf('never')}
  WHEN ${IS_ONLINE} THEN ${rankOf('online')}
  WHEN ${SITE_IS_CLOSED} THEN ${rankOf('asleep')}
  ELSE ${rankOf('offline')} END`

/** The parameters of `STATE`. */
export function stateParameters({ closedSiteIds, nowMs }: StateContext): Value[] {
  return [...onlineParameters(nowMs), boundList(closedSiteIds)]
}

/** The condition that a device is in a state. It uses the index `devices_by_heartbeat`. */
export function stateCondition(state: FleetState, { closedSiteIds, nowMs }: StateContext): DeviceCondition {
  const parameters = [...silentParameters(nowMs), boundList(closedSiteIds)]
  const conditions: Readonly<Record<FleetState, DeviceCondition>> = {
    never: { sql: 'd.last_heartbeat_at IS NULL', parameters: [] },
    online: { sql: IS_ONLINE, parameters: onlineParameters(nowMs) },
    asleep: { sql: `${IS_SILENT} AND ${SITE_IS_CLOSED}`, parameters },
    offline: { sql: `${IS_SILENT} AND NOT coalesce(${SITE_IS_CLOSED}, false)`, parameters },
  }
  return conditions[state]
}
