import type { FleetDevice } from '#dist/fleet/schema.js'
import { Bar } from './bar.tsx'
import { localTime, remarksOf, screenOf, seenOf, uptimeText, zoneOf } from './describe.ts'
import { DeviceState, Facts } from './device-state.tsx'
import { DAY } from './history-bar.ts'
import { SiteHeading } from './site-heading.tsx'
import type { RowsProps } from './table-rows.tsx'

export function CardRows({ section: { site, devices }, nowMs, tabStop, columns, onFold }: RowsProps) {
  return (
    <>
      {site && (
        <h2 class="of-site" data-key={site.key}>
          <SiteHeading row={site} nowMs={nowMs} isTabStop={site.key === tabStop} onFold={onFold} />
        </h2>
      )}
      <div class="cards">
        {devices.map((device) => (
          <Card
            key={device.id}
            device={device}
            nowMs={nowMs}
            isTabStop={device.id === tabStop}
            columns={columns}
          />
        ))}
      </div>
    </>
  )
}

interface CardProps extends Pick<RowsProps, 'nowMs' | 'columns'> {
  readonly device: FleetDevice
  readonly isTabStop: boolean
}

function Card({ device, nowMs, isTabStop, columns }: CardProps) {
  const { id, name, state, history } = device
  const remarks = remarksOf(device, nowMs)
  return (
    <article class="card" data-key={id} data-state={state}>
      <header>
        <DeviceState device={device} nowMs={nowMs} />
        <h2>
          <a
            class="detail"
            href={`?device=${encodeURIComponent(id)}`}
            title={name}
            tabIndex={isTabStop ? 0 : -1}
          >
            {name}
          </a>
        </h2>
        <p class="code soft">{id}</p>
      </header>
      {remarks !== '' && <p class="remarks">{remarks}</p>}
      <Facts
        facts={{
          'Last seen': seenOf(device, nowMs),
          ...(columns.localTime && { 'Local time': localTime(zoneOf(device), nowMs) }),
          Screen: screenOf(device),
          '24 hours': uptimeText(history.uptime_24h),
          ...(columns.month && { '30 days': uptimeText(history.uptime_30d) }),
        }}
      />
      <Bar known={history} period={DAY} nowMs={nowMs} />
    </article>
  )
}
