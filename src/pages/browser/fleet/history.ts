import type { DeviceHistory, Outage } from '#dist/device/outages/schema.js'
import { element, part, setText } from '../shared/elements.ts'
import { counted, formatNumber, formatShortMoment } from '../shared/format.ts'
import { cellsOf, drawBar, type Span } from './history-bar.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The periods with a bar, and the number of its cells. */
const BARS = [
  { name: '24h', words: '24 hours', lengthMs: DAY_MS, cells: 96 },
  { name: '30d', words: '30 days', lengthMs: 30 * DAY_MS, cells: 30 },
] as const

/** Shows the uptime of a device as bars and in words, and its outages as a table. */
export function showHistory(dialog: HTMLElement, history: DeviceHistory, nowMs: number): void {
  const outages = history.outages.map((outage) => spanOf(outage, nowMs))
  const unknown = history.unknown.map((span) => spanOf(span, nowMs))
  for (const { name, words, lengthMs, cells } of BARS) {
    const period = { startMs: nowMs - lengthMs, endMs: nowMs }
    const text = describe(history[`uptime_${name}`], outages, period, words)
    setText(part(dialog, `uptime-${name}`), text)
    drawBar(part<SVGSVGElement>(dialog, `bar-${name}`), cellsOf(period, cells, outages, unknown))
  }
  part(dialog, 'outages').replaceChildren(...history.outages.map(rowOf))
  part(dialog, 'table').hidden = history.outages.length === 0
  setText(part(dialog, 'none'), history.outages.length === 0 ? 'No outages are known.' : '')
}

/** Such as `99.41 % in 24 hours: 2 outages, the longest 38 min`. */
function describe(uptime: number | null, outages: readonly Span[], period: Span, words: string): string {
  if (uptime === null) return `Not enough is known of the last ${words}.`
  const within = outages.filter(({ endMs }) => endMs > period.startMs)
  const up = `${formatNumber(uptime)} % in ${words}`
  if (within.length === 0) return `${up}: no outages`
  const longestMs = Math.max(...within.map(({ startMs, endMs }) => endMs - startMs))
  return `${up}: ${counted(within.length, 'outage')}, the longest ${formatLength(longestMs)}`
}

function rowOf({ started_at, ended_at, duration_seconds, interruptions }: Outage): HTMLElement {
  const length = formatLength(duration_seconds * 1000)
  const remark = interruptions > 0 ? `, interrupted ${counted(interruptions, 'time')}` : ''
  return element(
    'tr',
    '',
    element('th', '', formatShortMoment(started_at)),
    element('td', '', ended_at === null ? 'lasts' : formatShortMoment(ended_at)),
    element('td', '', `${length}${remark}`),
  )
}

/** The two largest units, such as `2 h 14 min`. */
export function formatLength(lengthMs: number): string {
  if (lengthMs < HOUR_MS) return `${Math.max(1, Math.round(lengthMs / MINUTE_MS))} min`
  const [unitMs, unit, smallerMs, smaller] =
    lengthMs < DAY_MS ? ([HOUR_MS, 'h', MINUTE_MS, 'min'] as const) : ([DAY_MS, 'd', HOUR_MS, 'h'] as const)
  const rest = Math.floor((lengthMs % unitMs) / smallerMs)
  return `${Math.floor(lengthMs / unitMs)} ${unit}${rest === 0 ? '' : ` ${rest} ${smaller}`}`
}

function spanOf(
  { started_at, ended_at }: { started_at: string; ended_at: string | null },
  nowMs: number,
): Span {
  return { startMs: Date.parse(started_at), endMs: ended_at === null ? nowMs : Date.parse(ended_at) }
}
