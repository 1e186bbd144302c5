import type { DeviceHistory } from '#dist/device/outages/schema.js'
import type { Fleet, FleetDevice, FleetSite } from '#dist/fleet/schema.js'
import { BROWSER_LANGUAGES, localCount, localNumber } from '../../browser/format-values.ts'
import { createUptimeFormat } from '../../device/outages/uptime-text.ts'
import { intervalOf, type Period, type Span } from './history-paths.ts'
import { formatAt, formatDuration, formatSeen, formatSince } from './times.ts'

const formatUptime = createUptimeFormat(BROWSER_LANGUAGES)

/** The time zone of the site of a device, or its own if it has no site. */
export function zoneOf({ site, timezone }: FleetDevice): string {
  return site?.timezone ?? timezone
}

/** A text such as `1920 × 1080`. */
export function resolutionOf({ screen_resolution }: FleetDevice): string {
  return screen_resolution.replace(/(\d)\s*x\s*(\d)/i, '$1 × $2')
}

/** A text such as `since 10:02`, for the time at which a device got its state; empty if that is unknown. */
export function sinceOf(device: FleetDevice, nowMs: number): string {
  const { state, last_heartbeat_at, history } = device
  const at = state === 'online' ? history.outages[0]?.ended_at : last_heartbeat_at
  return at == null || state === 'never' ? '' : `since ${formatSince(at, nowMs, zoneOf(device))}`
}

export function seenOf(device: FleetDevice, nowMs: number): string {
  const at = device.last_heartbeat_at
  return at === null ? 'never' : formatSeen(at, nowMs, zoneOf(device))
}

/** The end of a mute, such as `18:00` or `Tue 18:00`; empty without a mute. */
export function muteEnd(until: string | null, nowMs: number, timeZone: string): string {
  return until === null || Date.parse(until) <= nowMs ? '' : formatSince(until, nowMs, timeZone)
}

/** The reason for the state and the end of a mute. @param showsReason false if the row above has the same reason */
export function remarksOf(device: FleetDevice, nowMs: number, showsReason = true): string {
  const end = muteEnd(device.muted_until, nowMs, zoneOf(device))
  return [showsReason ? device.reason : '', end && `Muted until ${end}.`].filter(Boolean).join(' ')
}

/** Whether somebody should look at a site. */
export function isInTrouble({ online, devices, is_open }: FleetSite): boolean {
  return online < devices && is_open
}

/** A text such as `closed, muted until 18:00`. */
export function siteRemarks(site: FleetSite, nowMs: number): string {
  const end = muteEnd(site.muted_until, nowMs, site.timezone)
  return [site.is_open ? '' : 'closed', end && `muted until ${end}`].filter(Boolean).join(', ')
}

export function localTime(timeZone: string, nowMs: number): string {
  return formatAt(nowMs, 'clockWithZone', timeZone)
}

export function uptimeText(uptime: number | null): string {
  return uptime === null ? '–' : formatUptime(uptime)
}

/** A text such as `99.41 % in 24 hours: 2 outages, the longest 38 min`. */
export function describeUptime(
  uptime: DeviceHistory['uptime_24h'],
  outages: readonly Span[],
  { longName, lengthMs }: Period,
  nowMs: number,
): string {
  if (uptime === null) return `Not enough is known of the last ${longName}.`
  const spans = outages.map((outage) => intervalOf(outage, nowMs))
  const within = spans.filter(({ endMs }) => endMs > nowMs - lengthMs)
  const up = `${uptimeText(uptime)} in ${longName}`
  if (within.length === 0) return `${up}: no outages`
  const longestMs = Math.max(...within.map((outage) => outage.endMs - outage.startMs))
  return `${up}: ${localCount(within.length, 'outage')}, the longest ${formatDuration(longestMs)}`
}

/** A text for how many of the matching devices are shown. */
export function describeMatches({ counts, total }: Fleet, loaded: number): string {
  if (counts.all === 0) return ''
  if (total === 0) return 'No devices match.'
  const shown = loaded < total ? `${localNumber(loaded)} of ${localNumber(total)} shown` : ''
  const found = total < counts.all ? `${localNumber(total)} of ${localNumber(counts.all)} devices` : ''
  return [found, shown].filter(Boolean).join(', ')
}
