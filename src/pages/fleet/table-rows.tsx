import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { FleetDevice } from '#dist/fleet/schema.js'
import { Bar } from './bar.tsx'
import type { Columns } from './columns.ts'
import { describeUptime, localTime, remarksOf, resolutionOf, seenOf, uptimeText, zoneOf } from './describe.ts'
import { DeviceState } from './device-state.tsx'
import { DAY } from './history-bar.ts'
import { rowCountOf, type Section } from './sections.ts'
import { SiteHeading } from './site-heading.tsx'

/** The rows that are drawn at once. Others follow when it is known whether they are in or near the window. */
const FIRST_ROWS = 40
/** How far from the window rows are removed, in window heights. */
const MARGIN = '150% 0px'

export interface RowsProps {
  readonly section: Section
  readonly nowMs: number
  /** The key of the row that the Tab key reaches; undefined if it is in another section. */
  readonly tabStop: string | undefined
  readonly columns: Columns
  readonly onFold: (site: string, isOpen: boolean) => void
}

/** A section of the table with its rows. Far from the window, it is only an empty space of their height. */
export function TableSection(props: RowsProps) {
  const { section, nowMs, tabStop, columns } = props
  const element = useRef<HTMLTableSectionElement>(null)
  const [isNear, setNear] = useState(section.start < FIRST_ROWS)
  const height = useRef(`calc(${rowCountOf(section)} * var(--row-height))`)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return
        if (!entry.isIntersecting) height.current = `${entry.boundingClientRect.height}px`
        setNear(entry.isIntersecting)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])

  const isFilled = isNear || tabStop !== undefined
  const rows = useMemo(() => isFilled && <Rows {...props} />, [isFilled, section, nowMs, tabStop, columns])
  return (
    <tbody ref={element} style={{ minBlockSize: isFilled ? '' : height.current }}>
      {rows}
    </tbody>
  )
}

function Rows({ section, nowMs, tabStop, columns, onFold }: RowsProps) {
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
      {devices.map((device, index) => (
        <TableRow
          key={device.id}
          {...{ device, nowMs, columns }}
          index={firstIndex + index}
          isTabStop={device.id === tabStop}
          isRepeated={device.reason === devices[index - 1]?.reason}
        />
      ))}
    </>
  )
}

interface TableRowProps extends Pick<RowsProps, 'nowMs' | 'columns'> {
  readonly device: FleetDevice
  readonly index: number
  /** Whether the Tab key reaches it. */
  readonly isTabStop: boolean
  /** Whether the row above has the same reason. */
  readonly isRepeated: boolean
}

function TableRow({ device, nowMs, columns, index, isTabStop, isRepeated }: TableRowProps) {
  const { id, name, state, history } = device
  return (
    <tr data-key={id} data-device={id} data-state={state} aria-rowindex={index}>
      <td>
        <DeviceState device={device} nowMs={nowMs} />
      </td>
      <th scope="row">
        <a class="detail" href={`?device=${encodeURIComponent(id)}`} tabIndex={isTabStop ? 0 : -1}>
          {name}
        </a>{' '}
        <span class="remarks">{remarksOf(device, nowMs, !isRepeated)}</span>
      </th>
      <td>{seenOf(device, nowMs)}</td>
      <td class="wide">
        <Bar known={history} period={DAY} nowMs={nowMs} />
        <span class="unseen">{describeUptime(history.uptime_24h, history.outages, DAY, nowMs)}</span>
      </td>
      {columns.month && <td class="wide number-cell">{uptimeText(history.uptime_30d)}</td>}
      {columns.localTime && <td class="wide extra">{localTime(zoneOf(device), nowMs)}</td>}
      {columns.screen && <td class="wide extra">{resolutionOf(device)}</td>}
    </tr>
  )
}
