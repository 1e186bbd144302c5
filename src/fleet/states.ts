import { isOnline } from '../device/presence.ts'
import { isOpen } from '../site/hours.ts'
import { type SiteRow, toSite } from '../site/queries.ts'
import type { FleetState } from './schema.ts'

const MINUTE_MS = 60_000

/** Whether a site is open now. */
export type Openness = (site: Pick<SiteRow, 'timezone' | 'hours'>) => boolean

/**
 * Creates a function that tells whether sites are open. To read the clock of a zone takes microseconds, so what holds for hours as
 * a text is kept for the minute: no opening hours begin or end within one.
 */
export function createOpenness(): (nowMs: number) => Openness {
  let minute = Number.NaN
  const known = new Map<string, boolean>()
  return (nowMs) => {
    const current = Math.floor(nowMs / MINUTE_MS)
    if (current !== minute) known.clear()
    minute = current
    return ({ timezone, hours }) => {
      if (hours === null) return true
      const text = `${timezone} ${hours}`
      const opens = known.get(text) ?? isOpen(toSite({ id: '', name: '', timezone, hours }), nowMs)
      known.set(text, opens)
      return opens
    }
  }
}

/** The state of a device. @param site that of the device; undefined if it has none */
export function stateOf(
  lastHeartbeatAt: string | null,
  site: Pick<SiteRow, 'timezone' | 'hours'> | undefined,
  isOpenNow: Openness,
  nowMs: number,
): FleetState {
  if (lastHeartbeatAt === null) return 'never'
  if (isOnline(lastHeartbeatAt, nowMs)) return 'online'
  return site === undefined || isOpenNow(site) ? 'offline' : 'asleep'
}
