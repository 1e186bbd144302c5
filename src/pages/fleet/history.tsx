import type { DeviceHistory, Outage } from '#dist/device/outages/schema.js'
import { localCount } from '../../browser/format-values.ts'
import { describeUptime } from './describe.ts'
import { HistoryBar, Legend, Scale } from './history-bar.tsx'
import { intervalOf, LAST_24_HOURS, LAST_30_DAYS } from './history-paths.ts'
import { formatAt, formatDuration, isSameDay } from './times.ts'

interface HistoryProps {
  readonly history: DeviceHistory
  readonly nowMs: number
  readonly zone: string
}

/** The uptime of a device as bars and in words, and its outages as a table. */
export function History({ history, nowMs, zone }: HistoryProps) {
  const periods = [
    { period: LAST_24_HOURS, uptime: history.uptime_24h },
    { period: LAST_30_DAYS, uptime: history.uptime_30d },
  ]
  return (
    <>
      <h3>Uptime</h3>
      {periods.map(({ period, uptime }) => (
        <div key={period.longName} class="uptime">
          <p class="small">{describeUptime(uptime, history.outages, period, nowMs)}</p>
          <HistoryBar history={history} period={period} nowMs={nowMs} />
          <Scale from={period.shortName} />
        </div>
      ))}
      <Legend />
      <h3>Outages</h3>
      {history.outages.length === 0 ? (
        <p class="soft">No outages are known.</p>
      ) : (
        <Outages {...{ history, nowMs, zone }} />
      )}
    </>
  )
}

function Outages({ history, nowMs, zone }: HistoryProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col">Duration</th>
        </tr>
      </thead>
      <tbody>
        {history.outages.map((outage) => (
          <tr key={outage.started_at}>
            <th scope="row">{formatAt(Date.parse(outage.started_at), 'moment', zone)}</th>
            <td>{endOf(outage, zone)}</td>
            <td>{lengthOf(outage, nowMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A time such as `10:40`, with the day if that is another one. */
function endOf({ started_at, ended_at }: Outage, zone: string): string {
  if (ended_at === null) return 'still offline'
  const [startMs, endMs] = [Date.parse(started_at), Date.parse(ended_at)]
  return formatAt(endMs, isSameDay(startMs, endMs, zone) ? 'clock' : 'moment', zone)
}

function lengthOf(outage: Outage, nowMs: number): string {
  const { startMs, endMs } = intervalOf(outage, nowMs)
  const remark = outage.interruptions > 0 ? `, interrupted ${localCount(outage.interruptions, 'time')}` : ''
  return `${formatDuration(endMs - startMs)}${remark}`
}
