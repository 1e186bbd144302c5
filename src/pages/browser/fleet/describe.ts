import type { DeviceHistory } from '#dist/device/outages/schema.js'
import type { FleetDevice, FleetSite } from '#dist/monitoring/fleet/schema.js'
import { createUptimeFormat } from '../../../device/outages/uptime-text.ts'
import { durationInWords } from '../../../lib/time/words.ts'
import { BROWSER_LANGUAGES, counted, formatNumber } from '../shared/format.ts'
import type { Span } from './history-bar.ts'
import { formatAt, formatSeen, formatSince } from './times.ts'
import { STATE_NAMES } from './view.ts'

const formatUptime = createUptimeFormat(BROWSER_LANGUAGES)

/** The time zone of the site of a device, or its own if it has no site. */
export function zoneOf({ site, timezone }: FleetDevice): string {
  return site?.timezone ?? timezone
}

export function siteNameOf({ site }: FleetDevice): string {
  return site?.name ?? 'No site'
}

/** Since when a device has its state, such as `since 10:02`; empty if that is unknown. */
export function sinceOf(device: FleetDevice, nowMs: number): string {
  const { state, last_heartbeat_at, history } = device
  const at = state === 'online' ? history.outages[0]?.ended_at : last_heartbeat_at
  return at == null || state === 'never' ? '' : `since ${formatSince(at, nowMs, zoneOf(device))}`
}

/** Such as `Offline since 10:02`. */
export function stateText(device: FleetDevice, nowMs: number): string {
  return `${STATE_NAMES[device.state]} ${sinceOf(device, nowMs)}`.trim()
}

export function seenOf(device: FleetDevice, nowMs: number): string {
  const at = device.last_heartbeat_at
  return at === null ? 'never' : formatSeen(at, nowMs, zoneOf(device))
}

/** Why a device is offline, and until when it is muted, as far as there is something to say. */
export function remarksOf(device: FleetDevice, nowMs: number): string {
  return [device.reason, mutedText(device.muted_until, nowMs, zoneOf(device))].filter(Boolean).join(' ')
}

/** Such as `Muted until 18:00.`; empty if it is not muted. */
export function mutedText(until: string | null, nowMs: number, timeZone: string): string {
  if (until === null || Date.parse(until) <= nowMs) return ''
  return `Muted until ${formatSince(until, nowMs, timeZone)}.`
}

/** Such as `13 of 15 online`. */
export function onlineOf({ online, devices }: FleetSite): string {
  return `${formatNumber(online)} of ${formatNumber(devices)} online`
}

/** Such as `closed, muted until 18:00`. */
export function siteRemarks(site: FleetSite, nowMs: number): string {
  const muted = mutedText(site.muted_until, nowMs, site.timezone).slice(0, -1).toLowerCase()
  return [site.is_open ? '' : 'closed', muted].filter(Boolean).join(', ')
}

export function localTime(timeZone: string, nowMs: number): string {
  return formatAt(nowMs, 'clockWithZone', timeZone)
}

export function uptimeText(uptime: number | null): string {
  return uptime === null ? '–' : formatUptime(uptime)
}

/** Such as `99.41 % in 24 hours: 2 outages, the longest 38 min`. */
export function describeUptime(
  uptime: DeviceHistory['uptime_24h'],
  outages: readonly Span[],
  period: Span,
  words: string,
): string {
  if (uptime === null) return `Not enough is known of the last ${words}.`
  const within = outages.filter(({ endMs }) => endMs > period.startMs)
  const up = `${uptimeText(uptime)} in ${words}`
  if (within.length === 0) return `${up}: no outages`
  const longestMs = Math.max(...within.map(({ startMs, endMs }) => endMs - startMs))
  return `${up}: ${counted(within.length, 'outage')}, the longest ${durationInWords(longestMs)}`
}
