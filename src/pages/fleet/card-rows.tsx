import { Bar } from './bar.tsx'
import { localTime, remarksOf, resolutionOf, seenOf, siteNameOf, uptimeText, zoneOf } from './describe.ts'
import { DeviceState } from './device-state.tsx'
import { DAY } from './history-bar.ts'
import type { DeviceRow } from './sections.ts'
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
        {devices.map((row) => (
          <Card
            key={row.key}
            device={row.device}
            nowMs={nowMs}
            isTabStop={row.key === tabStop}
            isGrouped={!columns.site}
          />
        ))}
      </div>
    </>
  )
}

interface CardProps extends Pick<DeviceRow, 'device'>, Pick<RowsProps, 'nowMs'> {
  readonly isTabStop: boolean
  readonly isGrouped: boolean
}

function Card({ device, nowMs, isTabStop, isGrouped }: CardProps) {
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
      <dl>
        {!isGrouped && <Fact name="Site" value={siteNameOf(device)} />}
        <Fact name="Last seen" value={seenOf(device, nowMs)} />
        {!isGrouped && <Fact name="Local time" value={localTime(zoneOf(device), nowMs)} />}
        <Fact name="Screen" value={`${resolutionOf(device)}, ${device.screen_orientation}`} />
        <Fact name="24 hours" value={uptimeText(history.uptime_24h)} />
        <Fact name="30 days" value={uptimeText(history.uptime_30d)} />
      </dl>
      <Bar known={history} period={DAY} nowMs={nowMs} />
    </article>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
