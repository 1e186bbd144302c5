import { isOpen } from '../../site/hours.ts'
import { DAYS } from '../../site/schema.ts'
import type { Route } from '../routes.ts'

/** Whether a route is in its quiet hours, by the clocks of its time zone. They may go over midnight. */
export function isQuiet(route: Pick<Route, 'quiet_from' | 'quiet_to' | 'timezone'>, atMs: number): boolean {
  const { quiet_from: from, quiet_to: to, timezone } = route
  if (from === null || to === null || timezone === null) return false
  return isOpen({ timezone, hours: { windows: [{ days: [...DAYS], from, to }], exceptions: [] } }, atMs)
}
