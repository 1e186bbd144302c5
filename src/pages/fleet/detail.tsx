import type { DeviceHistory } from '#dist/device/outages/schema.js'
import type { Fleet, FleetDevice } from '#dist/fleet/schema.js'
import { DEVICES } from '../../browser/service.ts'
import { Dialog } from '../parts/dialog.tsx'
import { describeFailure, useResponse } from '../parts/use-response.ts'
import { localTime, remarksOf, screenOf, seenOf, siteNameOf, zoneOf } from './describe.ts'
import { DeviceState, Facts } from './device-state.tsx'
import { History } from './history.tsx'
import { Mute } from './mute.tsx'
import { formatAt } from './times.ts'

interface DetailProps {
  readonly id: string
  readonly onClose: () => void
}

/** Shows one device with its outages. Those of a device that the key may not read are not requested. */
export function Detail({ id, onClose }: DetailProps) {
  const encodedId = encodeURIComponent(id)
  const fleet = useResponse<Fleet>(DEVICES, `/fleet?id=${encodedId}`)
  const [device] = fleet.body?.devices ?? []
  const history = useResponse<DeviceHistory>(DEVICES, device && `/devices/${encodedId}/outages`)
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
      <p class="remarks">{remarksOf(device, nowMs)}</p>
      <Mute device={device} site={fleet.body?.sites[0]} nowMs={nowMs} onChange={fleet.refresh} />
      <Facts facts={factsOf(device, nowMs)} />
      <p class="notice" role="status">
        {describeFailure(fleet.failure ?? history.failure)}
      </p>
      {history.body && <History history={history.body} nowMs={nowMs} zone={zone} />}
    </Dialog>
  )
}

function factsOf(device: FleetDevice, nowMs: number): Readonly<Record<string, string>> {
  const zone = zoneOf(device)
  const seenAt = device.last_heartbeat_at
  const moment = seenAt === null ? '' : `, ${formatAt(Date.parse(seenAt), 'moment', zone)}`
  return {
    Site: siteNameOf(device),
    'Last seen': `${seenOf(device, nowMs)}${moment}`,
    'Local time': `${localTime(zone, nowMs)} (${localTime('UTC', nowMs)}), ${zone}`,
    Screen: screenOf(device),
    ID: device.id,
  }
}
