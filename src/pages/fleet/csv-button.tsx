import { useState } from 'preact/hooks'
import type { FleetDevice } from '#dist/fleet/schema.js'
import { element } from '../../browser/elements.ts'
import { useAccess } from '../parts/key-gate.tsx'
import { csvCell } from './csv-cell.ts'
import { zoneOf } from './describe.ts'
import { requestPages } from './request-pages.ts'

/** Without it, Excel takes UTF-8 for another encoding. */
const BYTE_ORDER_MARK = '\ufeff'
/**
 * The headings, each with the value of a device in that column. `signage import --as devices` reads id, name, site and resolution
 * of the edited file. It must not know the other headings, because the states in the file are old by then.
 */
const COLUMNS: Readonly<Record<string, (device: FleetDevice) => unknown>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  site: ({ site }) => site?.name ?? '-',
  state: ({ state }) => state,
  last_heartbeat_at: ({ last_heartbeat_at: at }) => at,
  local_time_zone: zoneOf,
  uptime_24h: ({ history }) => history.uptime_24h,
  uptime_30d: ({ history }) => history.uptime_30d,
  reason: ({ reason }) => reason,
  muted_until: ({ muted_until }) => muted_until,
  screen_resolution: ({ screen_resolution }) => screen_resolution,
}

/** A button that saves all devices that match the filters, not only the loaded ones, as a file for spreadsheets. */
export function CsvButton({ query }: { readonly query: string }) {
  const { apiKey } = useAccess()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState('')

  async function download(): Promise<void> {
    setRunning(true)
    const { pages, failure } = await requestPages({ apiKey, query, maxPages: Number.POSITIVE_INFINITY })
    setRunning(false)
    setProblem(failure ? 'The service did not send all devices: try again.' : '')
    if (!failure) save(pages.flatMap(({ devices }) => devices))
  }

  return (
    <>
      <button class="quiet" type="button" disabled={isRunning} onClick={download}>
        {isRunning ? 'Exporting…' : 'Export CSV'}
      </button>
      <p class="soft small" role="status">
        {problem}
      </p>
    </>
  )
}

function lineOf(device: FleetDevice): string {
  return Object.values(COLUMNS)
    .map((cellOf) => csvCell(String(cellOf(device) ?? '')))
    .join(',')
}

function save(devices: readonly FleetDevice[]): void {
  const lines = [Object.keys(COLUMNS).join(','), ...devices.map(lineOf)]
  const parts = [BYTE_ORDER_MARK, ...lines.map((line) => `${line}\r\n`)]
  const blob = new Blob(parts, { type: 'text/csv;charset=utf-8' })
  const link = element('a', '')
  link.href = URL.createObjectURL(blob)
  link.download = `fleet-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
