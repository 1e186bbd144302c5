import type { Device } from '#dist/device/schema.js'

/** How a device is doing; what needs somebody comes first. */
export const STATES = ['offline', 'never', 'online'] as const
export type State = (typeof STATES)[number]

/** A device as it was when the service was last asked. */
export interface KnownDevice {
  device: Device
  state: State
  /** What a search looks through. */
  searched: string
  /** The round in which it was last told of. */
  round: number
}

export function know(device: Device, round: number): KnownDevice {
  return { device, state: stateOf(device), searched: searchedText(device), round }
}

/** Takes news of a device; in place, so that a list of ten thousand need not be built anew. */
export function update(known: KnownDevice, device: Device, round: number): void {
  Object.assign(known, know(device, round))
}

const collator = new Intl.Collator([...navigator.languages], { numeric: true })

/** What is offline first, then by name. */
export function compare(one: KnownDevice, other: KnownDevice): number {
  return (
    STATES.indexOf(one.state) - STATES.indexOf(other.state) ||
    collator.compare(one.device.name, other.device.name) ||
    (one.device.id < other.device.id ? -1 : 1)
  )
}

/** In lower case, as `searchedText` is. */
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
