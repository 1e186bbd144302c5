import { isOnline } from '../../device/presence.ts'
import type { Overview } from './overview.ts'
import type { Candidate } from './queries/candidates.ts'
import type { FleetState } from './schema.ts'

/** The state of a device. */
export function stateOf(
  { site, last_heartbeat_at: lastAt }: Candidate,
  { closedSites, nowMs }: Overview,
): FleetState {
  if (lastAt === null) return 'never'
  if (isOnline(lastAt, nowMs)) return 'online'
  return site !== null && closedSites.has(site) ? 'asleep' : 'offline'
}
