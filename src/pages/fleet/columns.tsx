import type { ComponentChildren } from 'preact'
import type { FleetDevice } from '#dist/fleet/schema.js'
import { describeUptime, localTime, remarksOf, resolutionOf, seenOf, uptimeText, zoneOf } from './describe.ts'
import { DeviceState } from './device-state.tsx'
import { HistoryBar, Scale } from './history-bar.tsx'
import { LAST_24_HOURS } from './history-paths.ts'

/** What the cells of a row show. */
export interface RowContent {
  readonly device: FleetDevice
  readonly nowMs: number
  /** Whether the Tab key reaches the row. */
  readonly isTabStop: boolean
  /** Whether the row above has the same reason. */
  readonly hasReasonOfRowAbove: boolean
}

/** A column of the table of devices. */
export interface Column {
  /** The width of the column: in wide windows, and in windows of up to 80rem. The latter hide columns of the class `extra`. */
  readonly tracks: readonly [wide: string, narrow: string]
  readonly heading: ComponentChildren
  readonly className?: string
  /** Whether its cells are the headings of their rows. */
  readonly isRowHeading?: boolean
  readonly cell: (row: RowContent) => ComponentChildren
}

const STATE: Column = {
  tracks: ['13.5rem', '11.5rem'],
  heading: 'State',
  cell: ({ device, nowMs }) => <DeviceState device={device} nowMs={nowMs} />,
}
const NAME: Column = {
  tracks: ['minmax(0, 5fr)', 'minmax(0, 5fr)'],
  heading: 'Name',
  isRowHeading: true,
  cell: ({ device, nowMs, isTabStop, hasReasonOfRowAbove }) => (
    <>
      <a class="detail" href={`?device=${encodeURIComponent(device.id)}`} tabIndex={isTabStop ? 0 : -1}>
        {device.name}
      </a>{' '}
      <span class="remarks">{remarksOf(device, nowMs, !hasReasonOfRowAbove)}</span>
    </>
  ),
}
const SEEN: Column = {
  tracks: ['11rem', '9rem'],
  heading: 'Last seen',
  cell: ({ device, nowMs }) => seenOf(device, nowMs),
}
const HISTORY: Column = {
  tracks: ['11rem', '9rem'],
  heading: [`Last ${LAST_24_HOURS.longName}`, <Scale key="scale" from={LAST_24_HOURS.shortName} />],
  className: 'wide',
  cell: ({ device: { history }, nowMs }) => (
    <>
      <HistoryBar history={history} period={LAST_24_HOURS} nowMs={nowMs} />
      <span class="unseen">{describeUptime(history.uptime_24h, history.outages, LAST_24_HOURS, nowMs)}</span>
    </>
  ),
}
const UPTIME_30_DAYS: Column = {
  tracks: ['6.5rem', '6.5rem'],
  heading: '30 days',
  className: 'wide number-cell',
  cell: ({ device }) => uptimeText(device.history.uptime_30d),
}
const LOCAL_TIME: Column = {
  tracks: ['10.5rem', ''],
  heading: 'Local time',
  className: 'wide extra',
  cell: ({ device, nowMs }) => localTime(zoneOf(device), nowMs),
}
const SCREEN: Column = {
  tracks: ['8.5rem', ''],
  heading: 'Screen',
  className: 'wide extra',
  cell: ({ device }) => resolutionOf(device),
}

/**
 * Returns the columns of the table. A column is left out if all devices have the same value.
 * @param isGrouped whether each site has a row, with the values that its devices have in common
 */
export function columnsOf(devices: readonly FleetDevice[], isGrouped: boolean): readonly Column[] {
  const differs = (textOf: (device: FleetDevice) => string) => new Set(devices.map(textOf)).size > 1
  const columns = [STATE, NAME, SEEN, HISTORY]
  if (devices.some(({ history }) => history.uptime_30d !== null)) columns.push(UPTIME_30_DAYS)
  if (!isGrouped && differs(zoneOf)) columns.push(LOCAL_TIME)
  if (differs(resolutionOf)) columns.push(SCREEN)
  return columns
}
