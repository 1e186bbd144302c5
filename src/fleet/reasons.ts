import type { IncidentKind } from '../alerts/incidents/incident.ts'
import { describeOtherScreens } from '../device/sites/other-screens.ts'
import { formatNumber } from '../lib/text/format-number.ts'
import { timeInWords } from '../lib/time/in-words.ts'
import type { Interval } from '../lib/time/intervals.ts'

/** The facts about a device that is offline, as far as a user may read them. */
export interface SilenceFacts {
  /** The kind of its incident. */
  readonly kind: IncidentKind
  readonly startedAtMs: number
  /** How many devices of the incident are still silent. */
  readonly silentCount: number
  /** The site of the device, with the numbers of devices there that are silent, and that are online. */
  readonly site:
    | (Readonly<Record<'name' | 'timezone', string>> & Readonly<Record<'silent' | 'online', number>>)
    | null
  /** How many devices have ever sent a heartbeat. */
  readonly everConnectedCount: number
}

/** Explains why a device may be offline, from which other devices are silent. */
export function silenceReason(facts: SilenceFacts, nowMs: number): string {
  const { kind, startedAtMs, silentCount, site, everConnectedCount } = facts
  if (kind === 'feed' && silentCount > 1) {
    const screens = `${formatNumber(silentCount)} of ${formatNumber(everConnectedCount)} screens`
    const since = timeInWords(startedAtMs, site?.timezone ?? 'UTC', nowMs)
    return `${screens} have been silent since ${since}: their connection to the signage service may be down.`
  }
  if (site === null) return 'Only this screen.'
  if (kind !== 'site' || silentCount < 2) return aloneAt(site)
  const since = `screens of ${site.name} since ${timeInWords(startedAtMs, site.timezone, nowMs)}.`
  // Devices that were never connected do not count.
  const devices = site.silent + site.online
  return silentCount >= devices
    ? `All ${formatNumber(silentCount)} ${since}`
    : `${formatNumber(silentCount)} of ${formatNumber(devices)} ${since}`
}

function aloneAt({ name, silent, online }: NonNullable<SilenceFacts['site']>): string {
  const others = describeOtherScreens({ devices: silent + online, othersOnline: online }, `at ${name}`)
  if (others === undefined) return 'Only this screen.'
  return `${silent > 1 ? 'Went silent separately' : 'Only this screen'}: ${others}.`
}

/** Formats a time in the time zone that notices are written in. */
type InWords = (atMs: number) => string

/** A sentence about the whole fleet while an incident of the feed is open. */
export function feedNotice(
  incident: { readonly started_at: number; readonly silent_count: number },
  fleet: { readonly everConnectedCount: number; readonly online: number },
  inWords: InWords,
): string {
  const screens =
    fleet.online === 0
      ? 'any screen'
      : `${formatNumber(incident.silent_count)} of ${formatNumber(fleet.everConnectedCount)} screens`
  return `No heartbeat from ${screens} since ${inWords(incident.started_at)}: their connection to the signage service may be down.`
}

/** A sentence after a time without a service, while devices may not have reported yet. */
export function catchingUpNotice({ startMs, endMs }: Interval, inWords: InWords): string {
  return `Catching up: no service accepted heartbeats from ${inWords(startMs)} to ${inWords(endMs)}.`
}
