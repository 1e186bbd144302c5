import { groupBy } from '../../lib/flow/group-by.ts'
import type { SilentDevice, SilentGroup } from './incident.ts'

/** Devices that fall silent within two intervals of their heartbeats have the same cause. */
const SAME_CAUSE_MS = 120_000
/** What is wide must be recent: by chance, some devices are always silent. */
const RECENT_MS = 180_000
const LEAST = {
  /** Devices, and the share of those that were online before. */
  site: { devices: 2, share: 0.8 },
  feed: { devices: 5, share: 0.3 },
} as const
/** By chance, one device may fall silent with a site. */
const LEAST_ELSEWHERE = 2

/** How many devices are online. */
export interface Online {
  readonly all: number
  readonly ofSite: (siteId: string) => number
}

/** The incident of a feed that silent devices are, if they are a large part of the fleet. */
export function findSilentFeed(
  silent: readonly SilentDevice[],
  online: Online,
  nowMs: number,
): SilentGroup | undefined {
  const recent = silent.filter(({ noticedMs }) => noticedMs > nowMs - RECENT_MS)
  const devices = mostTogether(recent)
  const isFeed = isWide(devices.length, online.all, LEAST.feed) && areElsewhere(devices)
  return isFeed ? { kind: 'feed', subjectId: null, devices } : undefined
}

/** Whether devices have fallen silent elsewhere than at the site that has the most of them: one site is not the feed. */
function areElsewhere(devices: readonly SilentDevice[]): boolean {
  const places = groupBy(devices, ({ siteId, deviceId }) =>
    siteId === null ? `device ${deviceId}` : `site ${siteId}`,
  )
  const atLargest = Math.max(0, ...Array.from(places.values(), ({ length }) => length))
  return devices.length - atLargest >= LEAST_ELSEWHERE
}

/** The sites of which nearly all devices have fallen silent together. */
export function findSilentSites(silent: readonly SilentDevice[], online: Online): SilentGroup[] {
  return [...groupBy(silent, ({ siteId }) => siteId)].flatMap(([siteId, ofSite]) => {
    if (siteId === null) return []
    const devices = mostTogether(ofSite)
    const isSite = isWide(devices.length, online.ofSite(siteId), LEAST.site)
    return isSite ? [{ kind: 'site', subjectId: siteId, devices }] : []
  })
}

function isWide(
  silent: number,
  online: number,
  least: { readonly devices: number; readonly share: number },
): boolean {
  return silent >= least.devices && silent / (silent + online) >= least.share
}

/** The largest number of devices that fell silent within the same two minutes. */
function mostTogether(silent: readonly SilentDevice[]): SilentDevice[] {
  const sorted = [...silent].sort((a, b) => a.noticedMs - b.noticedMs)
  let [first, from, to] = [0, 0, 0]
  sorted.forEach(({ noticedMs }, last) => {
    while (noticedMs - (sorted[first]?.noticedMs ?? noticedMs) > SAME_CAUSE_MS) first += 1
    if (last + 1 - first > to - from) [from, to] = [first, last + 1]
  })
  return sorted.slice(from, to)
}
