import { isOnline } from '../../device/presence.ts'
import type { ListedSite } from '../../device/sites/queries.ts'
import type { FleetState } from './schema.ts'

/** Whether a site is open now. */
export type Openness = (site: Pick<ListedSite, 'id'>) => boolean

/** The state of a device. @param site that of the device; undefined if it has none */
export function stateOf(
  lastHeartbeatAt: string | null,
  site: Pick<ListedSite, 'id'> | undefined,
  isOpenNow: Openness,
  nowMs: number,
): FleetState {
  if (lastHeartbeatAt === null) return 'never'
  if (isOnline(lastHeartbeatAt, nowMs)) return 'online'
  return site === undefined || isOpenNow(site) ? 'offline' : 'asleep'
}
