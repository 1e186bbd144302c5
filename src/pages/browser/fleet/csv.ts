import type { Fleet, FleetDevice } from '#dist/monitoring/fleet/schema.js'
import { byId, element, setText } from '../shared/elements.ts'
import { formatNumber } from '../shared/format.ts'
import { csvCell } from './csv-cell.ts'
import { siteNameOf, zoneOf } from './describe.ts'
import { requestPage } from './requests.ts'
import { isoMinuteAt } from './times.ts'

/** Spreadsheets of Microsoft take UTF-8 for another encoding without it. */
const BYTE_ORDER_MARK = '\ufeff'
/** The headings, each with what a device has in that column. */
const COLUMNS: Readonly<Record<string, (device: FleetDevice) => unknown>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  site: siteNameOf,
  state: ({ state }) => state,
  last_heartbeat_at: ({ last_heartbeat_at: at }) => at,
  last_heartbeat_at_site: (device) => {
    const { last_heartbeat_at: at } = device
    return at === null ? '' : isoMinuteAt(Date.parse(at), zoneOf(device))
  },
  time_zone: zoneOf,
  uptime_24h: ({ history }) => history.uptime_24h,
  uptime_30d: ({ history }) => history.uptime_30d,
  reason: ({ reason }) => reason,
  muted_until: ({ muted_until }) => muted_until,
  screen_resolution: ({ screen_resolution }) => screen_resolution,
}

/** Offers the devices that match the filters as a file for spreadsheets: all of them, not only those that are loaded. */
export function attachCsv(current: () => { readonly key: string; readonly query: string }) {
  const button = byId('csv', HTMLButtonElement)
  const state = byId('csv-state', HTMLElement)
  button.addEventListener('click', async () => {
    button.disabled = true
    const { key, query } = current()
    const lines = await linesOf(key, query, (text) => setText(state, text))
    if (lines !== undefined) save(lines)
    setText(state, lines === undefined ? 'The service did not send all devices: try again.' : '')
    button.disabled = false
  })
}

async function linesOf(key: string, query: string, onProgress: (text: string) => void) {
  const lines = [Object.keys(COLUMNS).join(',')]
  let cursor: Fleet['next'] = ''
  while (cursor !== null) {
    const answer = await requestPage(key, query, cursor, new AbortController().signal)
    if (!answer.isOk) return undefined
    const { devices, total, next }: Fleet = answer.body
    lines.push(...devices.map(lineOf))
    onProgress(`${formatNumber(lines.length - 1)} of ${formatNumber(total)} devices…`)
    cursor = next
  }
  return lines
}

function lineOf(device: FleetDevice): string {
  return Object.values(COLUMNS)
    .map((read) => csvCell(String(read(device) ?? '')))
    .join(',')
}

function save(lines: readonly string[]): void {
  const blob = new Blob([BYTE_ORDER_MARK, lines.map((line) => `${line}\r\n`).join('')], {
    type: 'text/csv;charset=utf-8',
  })
  const link = element('a', '')
  link.href = URL.createObjectURL(blob)
  link.download = `fleet-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
