import type { FleetDevice } from '#dist/fleet/schema.js'
import { resolutionOf, zoneOf } from './describe.ts'

/** The columns that are not always there. A column that says the same of all devices is left out. */
export interface Columns {
  /** Whether the last 30 days of any device are known. */
  readonly month: boolean
  readonly localTime: boolean
  readonly screen: boolean
}

/** @param isGrouped whether each site has a row, with the values that its devices have in common */
export function columnsOf(devices: readonly FleetDevice[], isGrouped: boolean): Columns {
  const differs = (textOf: (device: FleetDevice) => string) => new Set(devices.map(textOf)).size > 1
  return {
    month: devices.some(({ history }) => history.uptime_30d !== null),
    localTime: !isGrouped && differs(zoneOf),
    screen: differs(resolutionOf),
  }
}
