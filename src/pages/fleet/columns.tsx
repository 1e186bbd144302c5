import type { ComponentChildren } from 'preact'
import type { FleetDevice } from '#dist/fleet/schema.js'
import { Bar, Scale } from './bar.tsx'
import { describeUptime, localTime, remarksOf, resolutionOf, seenOf, uptimeText, zoneOf } from './describe.ts'
import { DeviceState } from './device-state.tsx'
import { DAY } from './history-bar.ts'

/** What the cells of a row show. */
export interface RowContent {
  readonly device: FleetDevice
  readonly nowMs: number
  /** Whether the Tab key reaches the row. */
  readonly isTabStop: boolean
  /** Whether the row above has the same reason. */
  readonly isRepeated: boolean
}

/** A column of the table of devices. Its width is in `table.css`. */
export interface Column {
  readonly heading: ComponentChildren
  readonly className?: string
  /** Whether its cells name the device. */
  readonly isName?: boolean
  /** Whether the table has the column; it always has a column without this function. */
  readonly isShown?: (devices: readonly FleetDevice[], isGrouped: boolean) => boolean
  readonly cell: (row: RowContent) => ComponentChildren
}

const COLUMNS: readonly Column[] = [
  { heading: 'State', cell: ({ device, nowMs }) => <DeviceState device={device} nowMs={nowMs} /> },
  { heading: 'Name', isName: true, cell: nameCell },
  { heading: 'Last seen', cell: ({ device, nowMs }) => seenOf(device, nowMs) },
  {
    heading: [`Last ${DAY.longName}`, <Scale key="scale" from={DAY.shortName} />],
    className: 'wide',
    cell: historyCell,
  },
  {
    heading: '30 days',
    className: 'wide number-cell',
    isShown: (devices) => devices.some(({ history }) => history.uptime_30d !== null),
    cell: ({ device }) => uptimeText(device.history.uptime_30d),
  },
  {
    heading: 'Local time',
    className: 'wide extra local-time',
    isShown: (devices, isGrouped) => !isGrouped && differ(devices, zoneOf),
    cell: ({ device, nowMs }) => localTime(zoneOf(device), nowMs),
  },
  {
    heading: 'Screen',
    className: 'wide extra screen',
    isShown: (devices) => differ(devices, resolutionOf),
    cell: ({ device }) => resolutionOf(device),
  },
]

/**
 * Returns the columns of the table. A column is left out if all devices have the same value.
 * @param isGrouped whether each site has a row, with the values that its devices have in common
 */
export function columnsOf(devices: readonly FleetDevice[], isGrouped: boolean): readonly Column[] {
  return COLUMNS.filter(({ isShown }) => isShown?.(devices, isGrouped) ?? true)
}

function differ(devices: readonly FleetDevice[], textOf: (device: FleetDevice) => string): boolean {
  return new Set(devices.map(textOf)).size > 1
}

function nameCell({ device, nowMs, isTabStop, isRepeated }: RowContent) {
  return (
    <>
      <a class="detail" href={`?device=${encodeURIComponent(device.id)}`} tabIndex={isTabStop ? 0 : -1}>
        {device.name}
      </a>{' '}
      <span class="remarks">{remarksOf(device, nowMs, !isRepeated)}</span>
    </>
  )
}

function historyCell({ device: { history }, nowMs }: RowContent) {
  return (
    <>
      <Bar history={history} period={DAY} nowMs={nowMs} />
      <span class="unseen">{describeUptime(history.uptime_24h, history.outages, DAY, nowMs)}</span>
    </>
  )
}
