import { useState } from 'preact/hooks'
import type { Fleet, FleetDevice } from '#dist/fleet/schema.js'
import { element } from '../../browser/elements.ts'
import { formatNumber } from '../../browser/format-values.ts'
import { useAccess } from '../parts/key-gate.tsx'
import { csvCell } from './csv-cell.ts'
import { siteNameOf, zoneOf } from './describe.ts'
import { requestPage } from './fleet-requests.ts'
import { isoMinuteAt } from './times.ts'

/** Without it, Excel takes UTF-8 for another encoding. */
const BYTE_ORDER_MARK = '\ufeff'
/** The headings, each with the value of a device in that column. */
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

/** Offers all devices that match the filters as a file for spreadsheets, and not only the loaded ones. */
export function CsvButton({ query }: { readonly query: string }) {
  const { apiKey } = useAccess()
  const [progress, setProgress] = useState('')
  const [isRunning, setRunning] = useState(false)

  async function download(): Promise<void> {
    setRunning(true)
    const lines = await linesOf(apiKey, query, setProgress)
    if (lines !== undefined) save(lines)
    setProgress(lines === undefined ? 'The service did not send all devices: try again.' : '')
    setRunning(false)
  }

  return (
    <>
      <button class="quiet" type="button" disabled={isRunning} onClick={download}>
        Export CSV
      </button>
      <p class="soft small" role="status">
        {progress}
      </p>
    </>
  )
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
