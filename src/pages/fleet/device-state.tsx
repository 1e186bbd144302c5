import type { FleetDevice } from '#dist/fleet/schema.js'
import type { FleetState } from '../../fleet/states.ts'
import { sinceOf } from './describe.ts'
import { STATE_NAMES } from './view.ts'

export function StateIcon({ state }: { readonly state: FleetState }) {
  return (
    <svg aria-hidden="true" class="icon">
      <use href={`#${state}`} />
    </svg>
  )
}

/** A state such as `Offline since 10:02`. */
export function DeviceState({ device, nowMs }: { readonly device: FleetDevice; readonly nowMs: number }) {
  return (
    <span class="state">
      <StateIcon state={device.state} />
      <span>
        {STATE_NAMES[device.state]} <span class="since">{sinceOf(device, nowMs)}</span>
      </span>
    </span>
  )
}
