import { BROWSER_LANGUAGES, counted } from '../shared/format.ts'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const STYLES = {
  clock: { hour: 'numeric', minute: '2-digit' },
  clockWithZone: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  weekday: { weekday: 'short', hour: 'numeric', minute: '2-digit' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
type Style = keyof typeof STYLES

const formats = new Map<string, Intl.DateTimeFormat | undefined>()

/** Formats a time by the clocks of a time zone. If the browser does not know it, they are those of UTC, and the text says so. */
export function formatAt(timeMs: number, style: Style, timeZone: string): string {
  const key = `${style} ${timeZone}`
  if (!formats.has(key)) formats.set(key, createFormat(style, timeZone))
  const format = formats.get(key)
  return format === undefined ? `${formatAt(timeMs, style, 'UTC')} (UTC)` : format.format(timeMs)
}

function createFormat(style: Style, timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat(BROWSER_LANGUAGES, { ...STYLES[style], timeZone })
  } catch {
    return undefined
  }
}

/** Such as `12 min ago`, `5 h 10 min ago` or `Tue 14:05 (2 days ago)`. */
export function formatSeen(timestamp: string, nowMs: number, timeZone: string): string {
  const atMs = Date.parse(timestamp)
  const ageMs = nowMs - atMs
  // The clock of the browser may be behind that of the service.
  if (ageMs < 90_000) return 'just now'
  if (ageMs < DAY_MS) return `${formatLength(ageMs)} ago`
  const days = `${counted(Math.floor(ageMs / DAY_MS), 'day')} ago`
  return `${formatAt(atMs, ageMs < 7 * DAY_MS ? 'weekday' : 'day', timeZone)} (${days})`
}

/** Such as `10:02`, `Tue 10:02` or `3 Nov 2026`: the shortest that tells which time it was. */
export function formatSince(timestamp: string, nowMs: number, timeZone: string): string {
  const atMs = Date.parse(timestamp)
  if (nowMs - atMs >= 7 * DAY_MS) return formatAt(atMs, 'day', timeZone)
  const isToday = formatAt(atMs, 'day', timeZone) === formatAt(nowMs, 'day', timeZone)
  return formatAt(atMs, isToday ? 'clock' : 'weekday', timeZone)
}

/** The two largest units, such as `2 h 14 min`. */
export function formatLength(lengthMs: number): string {
  if (lengthMs < HOUR_MS) return `${Math.max(1, Math.floor(lengthMs / MINUTE_MS))} min`
  const [unitMs, unit, smallerMs, smaller] =
    lengthMs < DAY_MS ? ([HOUR_MS, 'h', MINUTE_MS, 'min'] as const) : ([DAY_MS, 'd', HOUR_MS, 'h'] as const)
  const rest = Math.floor((lengthMs % unitMs) / smallerMs)
  return `${Math.floor(lengthMs / unitMs)} ${unit}${rest === 0 ? '' : ` ${rest} ${smaller}`}`
}

/** Such as `2026-11-25 14:05` by the clocks of a time zone; of UTC if the runtime does not know it. */
export function isoMinuteAt(timeMs: number, timeZone: string): string {
  return new Date(timeMs + offsetMs(timeMs, timeZone)).toISOString().slice(0, 16).replace('T', ' ')
}

/** The instant at which the clocks of a time zone show an hour of the day after this one. */
export function tomorrowAt(hour: number, nowMs: number, timeZone: string): number {
  const localMs = nowMs + offsetMs(nowMs, timeZone)
  const wantedMs = (Math.floor(localMs / DAY_MS) + 1) * DAY_MS + hour * HOUR_MS
  // The clocks may change meanwhile.
  return wantedMs - offsetMs(wantedMs - offsetMs(nowMs, timeZone), timeZone)
}

/** How far the clocks of a time zone are ahead of UTC. */
function offsetMs(timeMs: number, timeZone: string): number {
  try {
    const numeric = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    } as const
    const format = new Intl.DateTimeFormat('en', { ...numeric, hourCycle: 'h23', timeZone })
    const parts = format.formatToParts(timeMs)
    const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
    const shownMs = Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'))
    return shownMs - Math.floor(timeMs / MINUTE_MS) * MINUTE_MS
  } catch {
    return 0
  }
}
