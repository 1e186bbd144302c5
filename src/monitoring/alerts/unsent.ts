import { findLastPresence, LONGEST_PAUSE_MS } from '../../device/outages/service-presence.ts'
import type { Database } from '../../storage/database.ts'
import { listRoutes } from './queries.ts'

/** Two machines may differ by a minute. */
const TOLERANCE_MS = 60_000

/**
 * Says that no service sends alerts, although there are routes for them.
 * @returns undefined if there are no routes, or if a service with `CHANGES=on` was there lately
 */
export async function describeUnsent(database: Database, nowMs: number): Promise<string | undefined> {
  const { length: count } = await listRoutes(database)
  if (count === 0) return undefined
  const lastPresenceMs = await findLastPresence(database)
  const isPresent = lastPresenceMs !== undefined && nowMs - lastPresenceMs <= LONGEST_PAUSE_MS + TOLERANCE_MS
  if (isPresent) return undefined
  const routes = count === 1 ? 'is a route' : `are ${count} routes`
  return `There ${routes} for alerts, but no service sends them: start it with CHANGES=on.`
}
