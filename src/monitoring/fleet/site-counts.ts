import { isOnline } from '../../device/presence.ts'
import type { Candidate } from './queries/candidates.ts'

/** The numbers of devices that the reader may read, by the ids of their sites. */
export type SiteCounts = ReadonlyMap<string, { readonly devices: number; readonly online: number }>

/** Counts the devices of sites of which all devices were read. */
export function countRead(devices: readonly Candidate[], nowMs: number): SiteCounts {
  const counts = new Map<string, { devices: number; online: number }>()
  for (const { site, last_heartbeat_at: lastAt } of devices) {
    const { devices, online } = counts.get(site ?? '') ?? { devices: 0, online: 0 }
    if (site !== null)
      counts.set(site, { devices: devices + 1, online: online + Number(isOnline(lastAt, nowMs)) })
  }
  return counts
}
