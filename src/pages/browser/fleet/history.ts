import type { DeviceHistory, Outage } from '#dist/device/outages/schema.js'
import { durationInWords } from '../../../lib/time/words.ts'
import { element, part, setText } from '../shared/elements.ts'
import { counted, formatShortMoment } from '../shared/format.ts'
import { describeUptime } from './describe.ts'
import { cellsOf, drawBar, spanOf } from './history-bar.ts'
import { DAY_MS } from './times.ts'

/** The periods with a bar, and the number of its cells. */
const BARS = [
  { name: '24h', words: '24 hours', lengthMs: DAY_MS, cells: 96 },
  { name: '30d', words: '30 days', lengthMs: 30 * DAY_MS, cells: 30 },
] as const

/** Shows the uptime of a device as bars and in words, and its outages as a table. */
export function showHistory(dialog: HTMLElement, history: DeviceHistory, nowMs: number): void {
  const outages = history.outages.map((outage) => spanOf(outage, nowMs))
  const unknown = history.unknown.map((span) => spanOf(span, nowMs))
  const closed = history.closed.map((span) => spanOf(span, nowMs))
  for (const { name, words, lengthMs, cells } of BARS) {
    const period = { startMs: nowMs - lengthMs, endMs: nowMs }
    const text = describeUptime(history[`uptime_${name}`], outages, period, words)
    setText(part(dialog, `uptime-${name}`), text)
    drawBar(part<SVGSVGElement>(dialog, `bar-${name}`), cellsOf(period, cells, { outages, unknown, closed }))
  }
  part(dialog, 'history').hidden = false
  part(dialog, 'outages').replaceChildren(...history.outages.map(rowOf))
  part(dialog, 'table').hidden = history.outages.length === 0
  setText(part(dialog, 'none'), history.outages.length === 0 ? 'No outages are known.' : '')
}

function rowOf({ started_at, ended_at, duration_seconds, interruptions }: Outage): HTMLElement {
  const length = durationInWords(duration_seconds * 1000)
  const remark = interruptions > 0 ? `, interrupted ${counted(interruptions, 'time')}` : ''
  return element(
    'tr',
    '',
    element('th', '', formatShortMoment(started_at)),
    element('td', '', ended_at === null ? 'lasts' : formatShortMoment(ended_at)),
    element('td', '', `${length}${remark}`),
  )
}
