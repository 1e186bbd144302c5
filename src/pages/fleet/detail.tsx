import type { FleetDevice } from '#dist/fleet/schema.js'
import { Dialog } from '../parts/dialog.tsx'
import { Alerts } from './alerts.tsx'
import { localTime, mutedText, resolutionOf, seenOf, siteNameOf, zoneOf } from './describe.ts'
import { DeviceState } from './device-state.tsx'
import { History } from './history.tsx'
import { Mute } from './mute.tsx'
import { formatAt } from './times.ts'
import { useDevice } from './use-device.ts'

interface DetailProps {
  readonly id: string
  readonly onClose: () => void
}

/** Shows one device with its outages. */
export function Detail({ id, onClose }: DetailProps) {
  const { device, site, history, alerts, noAlerts, isFailing, refresh } = useDevice(id, onClose)
  if (device === undefined) return null
  const nowMs = Date.now()
  const zone = zoneOf(device)
  return (
    <Dialog id="detail" labelledBy="detail-name" onClose={onClose}>
      <div class="top" data-state={device.state}>
        <div>
          <DeviceState device={device} nowMs={nowMs} />
          <h2 id="detail-name">{device.name}</h2>
        </div>
        <button class="quiet" type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <p class="remarks">
        {[device.reason, mutedText(device.muted_until, nowMs, zone)].filter(Boolean).join(' ')}
      </p>
      <Mute {...{ device, site, nowMs }} onChange={refresh} />
      <Facts device={device} nowMs={nowMs} />
      <p class="notice" role="status">
        {isFailing && 'Not all of it can be read at the moment. Trying again.'}
      </p>
      {history && <History {...{ history, nowMs, zone }} />}
      <Alerts alerts={alerts ?? []} reason={noAlerts ?? ''} zone={zone} />
    </Dialog>
  )
}

function Facts({ device, nowMs }: { readonly device: FleetDevice; readonly nowMs: number }) {
  const zone = zoneOf(device)
  const seenAt = device.last_heartbeat_at
  const moment = seenAt === null ? '' : `, ${formatAt(Date.parse(seenAt), 'moment', zone)}`
  return (
    <dl>
      <dt>Site</dt>
      <dd>{siteNameOf(device)}</dd>
      <dt>Last seen</dt>
      <dd>{`${seenOf(device, nowMs)}${moment}`}</dd>
      <dt>Local time</dt>
      <dd>{`${localTime(zone, nowMs)} (${localTime('UTC', nowMs)}), ${zone}`}</dd>
      <dt>Screen</dt>
      <dd>{`${resolutionOf(device)}, ${device.screen_orientation}`}</dd>
      <dt>ID</dt>
      <dd class="code">{device.id}</dd>
    </dl>
  )
}
