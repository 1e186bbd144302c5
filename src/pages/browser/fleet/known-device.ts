import type { Device } from '#dist/device/schema.js'

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
  device: Device
  state: State
  /** The text that a search looks through. */
  searched: string
  /** The polling cycle in which it was last reported. */
  round: number
}

export function know(device: Device, round: number): KnownDevice {
  return { device, state: stateOf(device), searched: searchedText(device), round }
}

/** Updates a device in place, so that a list of ten thousand need not be built again. */
export function update(known: KnownDevice, device: Device, round: number): void {
  Object.assign(known, know(device, round))
}

const collator = new Intl.Collator([...navigator.languages], { numeric: true })

/** Compares devices by state, offline first, then by name. */
export function compare(one: KnownDevice, other: KnownDevice): number {
  return (
    STATES.indexOf(one.state) - STATES.indexOf(other.state) ||
    collator.compare(one.device.name, other.device.name) ||
    (one.device.id < other.device.id ? -1 : 1)
  )
}

/** Splits a search into words, in lower case like `searchedText`. */
export function wordsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/)
}

function stateOf({ is_online, last_heartbeat_at }: Device): State {
  if (is_online) return 'online'
  return last_heartbeat_at === null ? 'never' : 'offline'
}

function searchedText({ name, id, timezone }: Device): string {
  return `${name}\n${id}\n${timezone}\n${timezone.replaceAll('_', ' ')}`.toLowerCase()
}
