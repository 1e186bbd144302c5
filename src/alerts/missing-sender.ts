import { findLastPresenceMs, mayBePresent } from '../device/outages/service-presence.ts'
import type { Database } from '../storage/database.ts'
import { listAlertRoutes } from './queries.ts'

/**
 * Describes the problem that alert routes exist, but no service sends alerts.
 * @returns undefined if there are no routes, or if a service with `CHANGES=on` has run recently
 */
export async function describeMissingSender(database: Database, nowMs: number): Promise<string | undefined> {
  const { length: count } = await listAlertRoutes(database)
  if (count === 0) return undefined
  const lastPresenceMs = await findLastPresenceMs(database)
  if (lastPresenceMs !== undefined && mayBePresent(lastPresenceMs, nowMs)) return undefined
  const routes = count === 1 ? '1 alert route exists' : `${count} alert routes exist`
  return `${routes}, but no service sends alerts: start one with CHANGES=on.`
}
