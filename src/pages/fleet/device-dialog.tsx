import type { DeviceHistory } from '#dist/device/outages/schema.js'
import type { Fleet, FleetDevice } from '#dist/fleet/schema.js'
import { DEVICE_API } from '../../browser/service.ts'
import { Dialog } from '../parts/dialog.tsx'
import { describeFailure, useResponse } from '../parts/use-response.ts'
import { localTime, remarksOf, resolutionOf, seenOf, zoneOf } from './describe.ts'
import { DeviceState } from './device-state.tsx'
import { History } from './history.tsx'
import { Mute } from './mute.tsx'
import { formatAt } from './times.ts'

const UNKNOWN_DEVICE = 'There is no such device, or this key may not read it.'

/** Shows one device, or says why it cannot be shown. The outages are requested only after the device was found. */
export function DeviceDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const encodedId = encodeURIComponent(id)
  const fleet = useResponse<Fleet>(DEVICE_API, `/fleet?id=${encodedId}`)
  const [device] = fleet.body?.devices ?? []
  const history = useResponse<DeviceHistory>(DEVICE_API, device && `/devices/${encodedId}/outages`)
  const failure = fleet.failure ?? (device && history.failure)
  if (fleet.body === undefined && failure === undefined) return null
  const nowMs = Date.now()
  return (
    <Dialog id="detail" labelledBy="detail-name" onClose={onClose}>
      <div class="top" data-state={device?.state}>
        <div>
          {device && <DeviceState device={device} nowMs={nowMs} />}
          <h2 id="detail-name">{device?.name ?? id}</h2>
        </div>
        <button class="quiet" type="button" onClick={onClose}>
          Close
        </button>
      </div>
      {device && <p class="remarks">{remarksOf(device, nowMs)}</p>}
      {device && <Mute device={device} site={fleet.body?.sites[0]} nowMs={nowMs} onChange={fleet.refresh} />}
      {device && <Facts device={device} nowMs={nowMs} />}
      <p class="notice" role="status">
        {device || failure ? describeFailure(failure) : UNKNOWN_DEVICE}
      </p>
      {device && history.body && <History history={history.body} nowMs={nowMs} zone={zoneOf(device)} />}
    </Dialog>
  )
}

function Facts({ device, nowMs }: { readonly device: FleetDevice; readonly nowMs: number }) {
  const zone = zoneOf(device)
  const seenAt = device.last_heartbeat_at
  const moment = seenAt === null ? '' : `, ${formatAt(Date.parse(seenAt), 'moment', zone)}`
  const facts: Readonly<Record<string, string>> = {
    Site: device.site?.name ?? 'No site',
    'Last seen': `${seenOf(device, nowMs)}${moment}`,
    'Local time': `${localTime(zone, nowMs)} (${localTime('UTC', nowMs)}), ${zone}`,
    Screen: `${resolutionOf(device)}, ${device.screen_orientation}`,
    ID: device.id,
  }
  return (
    <dl>
      {Object.entries(facts).map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
