import { groupBy } from '../../lib/group-by.ts'
import { MINUTE_MS } from '../../lib/time/durations.ts'
import { type OpenIncident, type SilentDevice, type SilentGroup, silentDevicesOf } from './incident.ts'

/** Devices that fall silent within this time, two heartbeat intervals, count as having the same cause. */
const SAME_CAUSE_MS = 2 * MINUTE_MS
/** Only recent silence counts for a feed: in a large fleet, some devices are always silent. */
const RECENT_MS = 3 * MINUTE_MS
/** The least number of silent devices, and their least share of the devices that were online before. */
const MIN_SILENT = {
  site: { devices: 2, share: 0.8 },
  feed: { devices: 5, share: 0.3 },
} as const
/** How many devices must be silent outside of the site with the most silent devices: a single device may be silent by chance. */
const MIN_ELSEWHERE = 2

export interface OnlineCounts {
  readonly all: number
  readonly ofSite: (siteId: string) => number
}

/**
 * Groups silent devices into new incidents: one incident of the feed, or one for each silent site. Each remaining device is a group
 * by itself. A wide incident replaces narrower ones about which no message was written.
 * @param unassigned the silent devices that join none of the open incidents
 */
export function correlate(
  unassigned: readonly SilentDevice[],
  open: readonly OpenIncident[],
  online: OnlineCounts,
  nowMs: number,
) {
  if (unassigned.length === 0) return { groups: [], absorbed: [] }
  const replaceable = open.filter(({ kind, hasMessage }) => kind !== 'feed' && !hasMessage)
  const feed = findSilentFeed([...unassigned, ...replaceable.flatMap(silentDevicesOf)], online, nowMs)
  if (feed) return toGroups([feed], unassigned, replaceable)
  const siteIds = new Set(unassigned.map(({ siteId }) => siteId))
  const deviceIncidents = replaceable.filter(
    ({ kind, notReturned: [first] }) => kind === 'device' && first && siteIds.has(first.siteId),
  )
  const sites = findSilentSites([...unassigned, ...deviceIncidents.flatMap(silentDevicesOf)], online)
  return toGroups(sites, unassigned, deviceIncidents)
}

/** The new groups, and the incidents that the wide groups absorb. */
function toGroups(
  wide: readonly SilentGroup[],
  unassigned: readonly SilentDevice[],
  narrower: readonly OpenIncident[],
) {
  const idsInWide = new Set(wide.flatMap(({ devices }) => devices.map(({ deviceId }) => deviceId)))
  const isInWide = ({ deviceId }: Pick<SilentDevice, 'deviceId'>) => idsInWide.has(deviceId)
  const absorbed = narrower.filter(({ notReturned }) => notReturned.some(isInWide))
  const single = unassigned
    .filter((device) => !isInWide(device))
    .map((device): SilentGroup => ({ kind: 'device', subjectId: device.deviceId, devices: [device] }))
  return { groups: [...wide, ...single], absorbed }
}

/** The incident of the feed, if the silent devices are a large part of the fleet. */
function findSilentFeed(
  silent: readonly SilentDevice[],
  online: OnlineCounts,
  nowMs: number,
): SilentGroup | undefined {
  const recent = silent.filter(({ noticedAtMs }) => noticedAtMs > nowMs - RECENT_MS)
  const devices = largestWithSameCause(recent)
  const isFeed = areEnough(devices.length, online.all, MIN_SILENT.feed) && areAtSeveralSites(devices)
  return isFeed ? { kind: 'feed', subjectId: null, devices } : undefined
}

/** Whether enough of the devices are outside of the site that has the most of them. If not, that site is the cause. */
function areAtSeveralSites(devices: readonly SilentDevice[]): boolean {
  const bySite = groupBy(devices, ({ siteId, deviceId }) =>
    siteId === null ? `device ${deviceId}` : `site ${siteId}`,
  )
  const atLargest = Math.max(0, ...Array.from(bySite.values(), ({ length }) => length))
  return devices.length - atLargest >= MIN_ELSEWHERE
}

/** The sites where nearly all devices have fallen silent together. */
function findSilentSites(silent: readonly SilentDevice[], online: OnlineCounts): SilentGroup[] {
  return [...groupBy(silent, ({ siteId }) => siteId)].flatMap(([siteId, ofSite]) => {
    if (siteId === null) return []
    const devices = largestWithSameCause(ofSite)
    const isSite = areEnough(devices.length, online.ofSite(siteId), MIN_SILENT.site)
    return isSite ? [{ kind: 'site', subjectId: siteId, devices }] : []
  })
}

function areEnough(silent: number, online: number, min: (typeof MIN_SILENT)['site' | 'feed']): boolean {
  return silent >= min.devices && silent / (silent + online) >= min.share
}

/** The largest set of devices that fell silent within `SAME_CAUSE_MS`. */
function largestWithSameCause(silent: readonly SilentDevice[]): SilentDevice[] {
  const sorted = [...silent].sort((a, b) => a.noticedAtMs - b.noticedAtMs)
  let [start, largestStart, largestEnd] = [0, 0, 0]
  sorted.forEach(({ noticedAtMs }, last) => {
    while (noticedAtMs - (sorted[start]?.noticedAtMs ?? noticedAtMs) > SAME_CAUSE_MS) start += 1
    if (last + 1 - start > largestEnd - largestStart) [largestStart, largestEnd] = [start, last + 1]
  })
  return sorted.slice(largestStart, largestEnd)
}
