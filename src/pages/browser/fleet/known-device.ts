import type { Device, ListedDevice } from '#dist/device/schema.js'
import { LANGUAGES } from '../shared/format.ts'

/** The states of a device. A state that needs attention comes first. */
export const STATES = ['offline', 'never', 'online'] as const
export type State = (typeof STATES)[number]

export const STATE_NAMES: Readonly<Record<State, string>> = {
  online: 'Online',
  offline: 'Offline',
  never: 'Never connected',
}

/** A device as of the latest response. */
export interface KnownDevice {
  device: ListedDevice
  state: State
  /** The text that a search looks through, in lower case. */
  searchText: string
  /** The polling cycle in which it was last reported. */
  cycle: number
}

export function createKnownDevice(device: ListedDevice, cycle: number): KnownDevice {
  return { device, state: stateOf(device), searchText: searchTextOf(device), cycle }
}

const collator = new Intl.Collator(LANGUAGES, { numeric: true })

/** Compares devices by state, offline first, then by name. */
export function compare(one: KnownDevice, other: KnownDevice): number {
  return (
    STATES.indexOf(one.state) - STATES.indexOf(other.state) ||
    collator.compare(one.device.name, other.device.name) ||
    (one.device.id < other.device.id ? -1 : 1)
  )
}

function stateOf({ is_online, last_heartbeat_at }: Device): State {
  if (is_online) return 'online'
  return last_heartbeat_at === null ? 'never' : 'offline'
}

function searchTextOf({ name, id, timezone, site }: ListedDevice): string {
  return [name, site?.name, id, timezone, timezone.replaceAll('_', ' ')].join('\n').toLowerCase()
}
