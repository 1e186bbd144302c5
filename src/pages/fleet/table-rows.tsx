import { Bar } from './bar.tsx'
import {
  describeUptime,
  localTime,
  mutedText,
  resolutionOf,
  seenOf,
  siteNameOf,
  uptimeText,
  zoneOf,
} from './describe.ts'
import { DeviceState } from './device-state.tsx'
import { DAY } from './history-bar.ts'
import type { RowsProps } from './section-rows.tsx'
import type { DeviceRow } from './sections.ts'
import { SiteHeading } from './site-heading.tsx'

export function TableRows({ section, nowMs, tabStop, columns, onFold }: RowsProps) {
  const { site, devices, start } = section
  // The header is the first row.
  const firstIndex = start + (site === undefined ? 2 : 3)
  return (
    <>
      {site && (
        <tr key={site.key} class="site" data-key={site.key} aria-rowindex={start + 2}>
          <th scope="rowgroup">
            <SiteHeading row={site} nowMs={nowMs} isTabStop={site.key === tabStop} onFold={onFold} />
          </th>
        </tr>
      )}
      {devices.map((row, index) => (
        <TableRow
          key={row.key}
          {...{ row, nowMs, columns }}
          index={firstIndex + index}
          isTabStop={row.key === tabStop}
          isRepeated={row.device.reason === devices[index - 1]?.device.reason}
        />
      ))}
    </>
  )
}

interface TableRowProps extends Pick<RowsProps, 'nowMs' | 'columns'> {
  readonly row: DeviceRow
  readonly index: number
  /** Whether the Tab key reaches it. */
  readonly isTabStop: boolean
  /** Whether the row above has the same reason. */
  readonly isRepeated: boolean
}

function TableRow({ row: { key, device }, nowMs, columns, index, isTabStop, isRepeated }: TableRowProps) {
  const { id, name, state, reason, muted_until, history } = device
  const zone = zoneOf(device)
  const remarks = [isRepeated ? '' : reason, mutedText(muted_until, nowMs, zone)]
  return (
    <tr data-key={key} data-device={id} data-state={state} aria-rowindex={index}>
      <td>
        <DeviceState device={device} nowMs={nowMs} />
      </td>
      <th scope="row">
        <a class="detail" href={`?device=${encodeURIComponent(id)}`} tabIndex={isTabStop ? 0 : -1}>
          {name}
        </a>{' '}
        <span class="remarks">{remarks.filter(Boolean).join(' ')}</span>
      </th>
      {columns.site && <td>{siteNameOf(device)}</td>}
      <td>{seenOf(device, nowMs)}</td>
      <td class="wide">
        <Bar known={history} period={DAY} nowMs={nowMs} />
        <span class="unseen">{describeUptime(history.uptime_24h, history.outages, DAY, nowMs)}</span>
      </td>
      <td class="wide number-cell">{uptimeText(history.uptime_30d)}</td>
      {columns.localTime && <td class="wide extra">{localTime(zone, nowMs)}</td>}
      {columns.screen && <td class="wide extra">{resolutionOf(device)}</td>}
    </tr>
  )
}
