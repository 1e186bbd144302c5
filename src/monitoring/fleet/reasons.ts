import { formatNumber } from '../../lib/text/format-number.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/time/durations.ts'
import { timeInWords } from '../../lib/time/words.ts'
import { offsetMinutes } from '../../lib/time/zone-clock.ts'

/** How far the times of a habit may be apart. */
const HABIT_WIDTH_MS = 15 * MINUTE_MS
const HABIT_DAYS = 5
const LEAST_HABIT_DAYS = 3

/** What is known of a device that is offline, of what a user may read. */
export interface SilenceFacts {
  readonly incident: {
    readonly kind: 'device' | 'site' | 'feed'
    readonly startedAtMs: number
    /** How many of its devices are still silent. */
    readonly silent: number
  }
  /** The last heartbeat of the device. */
  readonly silentSinceMs: number
  /** When its earlier outages began. */
  readonly earlierOutagesMs: readonly number[]
  /** Its site, with the numbers of devices there, it included. */
  readonly site: {
    readonly name: string
    readonly timezone: string
    readonly devices: number
    readonly online: number
  } | null
  /** How many devices have ever sent a heartbeat. */
  readonly connected: number
}

/** Why a device is offline, as far as statistics tell. */
export function silenceReason(facts: SilenceFacts, nowMs: number): string {
  const days = habitDays(facts.silentSinceMs, facts.earlierOutagesMs, facts.site?.timezone ?? 'UTC')
  const habit = days < LEAST_HABIT_DAYS ? '' : ` As on ${days} of the last ${HABIT_DAYS} days at this hour.`
  return `${causeFor(facts, nowMs)}${habit}`
}

function causeFor({ incident, site, connected }: SilenceFacts, nowMs: number): string {
  const { kind, startedAtMs, silent } = incident
  if (kind === 'feed' && silent > 1) {
    const share = `${formatNumber(silent)} of ${formatNumber(connected)}`
    return `The feed may be down: ${share} screens are silent since ${timeInWords(startedAtMs, 'UTC', nowMs)}.`
  }
  if (site === null) return 'Only this screen.'
  if (kind !== 'site' || silent < 2) return aloneAt(site)
  const since = `screens of ${site.name} since ${timeInWords(startedAtMs, site.timezone, nowMs)}.`
  return silent >= site.devices
    ? `All ${formatNumber(silent)} ${since}`
    : `${formatNumber(silent)} of ${formatNumber(site.devices)} ${since}`
}

function aloneAt({ name, devices, online }: NonNullable<SilenceFacts['site']>): string {
  const others = devices - 1
  if (others < 1) return 'Only this screen.'
  const isOne = online === 1
  if (online < others)
    return `Silent by itself: ${online === 0 ? 'none' : formatNumber(online)} of the other ${formatNumber(others)} at ${name} ${online < 2 ? 'is' : 'are'} online.`
  return `Only this screen: the other ${isOne ? 'one' : formatNumber(online)} at ${name} ${isOne ? 'is' : 'are'} online.`
}

/**
 * On how many of the last days an outage began at the same time of day, by the clocks there.
 * @param startedMs when the current one began
 */
function habitDays(startedMs: number, earlierMs: readonly number[], timeZone: string): number {
  const startedLocalMs = localMs(timeZone, startedMs)
  const days = earlierMs.flatMap((earlier) => {
    const agoMs = startedLocalMs - localMs(timeZone, earlier)
    const day = Math.round(agoMs / DAY_MS)
    const isSame = day >= 1 && day <= HABIT_DAYS && Math.abs(agoMs - day * DAY_MS) <= HABIT_WIDTH_MS
    return isSame ? [day] : []
  })
  return new Set(days).size
}

/** A feed of heartbeats that may be down. */
export interface FeedFacts {
  readonly startedAtMs: number
  /** How many of the devices are silent because of it. */
  readonly silent: number
}

/** What to say of the fleet as a whole if its feed may be down. */
export function feedNotice(
  { startedAtMs, silent }: FeedFacts,
  fleet: { readonly connected: number; readonly online: number },
  nowMs: number,
): string {
  const since = timeInWords(startedAtMs, 'UTC', nowMs)
  const devices =
    fleet.online === 0 ? 'any device' : `${formatNumber(silent)} of ${formatNumber(fleet.connected)} devices`
  return `No heartbeat from ${devices} since ${since}: the feed may be down.`
}

/** What to say after a time in which no service was there, while devices have not had the time to report. */
export function catchingUpNotice(startedAtMs: number, endedAtMs: number, nowMs: number): string {
  const [from, to] = [startedAtMs, endedAtMs].map((atMs) => timeInWords(atMs, 'UTC', nowMs))
  return `Catching up: no service accepted heartbeats from ${from?.replace(/ UTC$/, '')} to ${to}.`
}

/** What clocks in a zone show, as if it were UTC. */
function localMs(timeZone: string, atMs: number): number {
  return atMs + offsetMinutes(timeZone, atMs) * MINUTE_MS
}
