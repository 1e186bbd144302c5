import type { Device } from '#dist/device/schema.js'
import { compare, type KnownDevice, know, type State, update, wordsOf } from './known-device.ts'

export type Filter = State | 'all'
export type Counts = Readonly<Record<Filter, number>>

/** All devices that the service has reported, in display order. */
export interface KnownFleet {
  readonly take: (devices: readonly Device[], round: number) => void
  /** Drops the devices that were last reported before this polling cycle. */
  readonly dropBefore: (round: number) => void
  readonly counts: () => Counts
  readonly choose: (filter: Filter, search: string) => readonly KnownDevice[]
}

export function createFleet(): KnownFleet {
  const byId = new Map<string, KnownDevice>()
  let sorted: KnownDevice[] = []

  return { take, dropBefore, counts: () => countStates(sorted), choose }

  function take(devices: readonly Device[], round: number): void {
    for (const device of devices) {
      const known = byId.get(device.id)
      if (known === undefined) add(know(device, round))
      else update(known, device, round)
    }
    // The list is nearly sorted already, which makes sorting fast in this engine.
    sorted.sort(compare)
  }

  function add(known: KnownDevice): void {
    byId.set(known.device.id, known)
    sorted.push(known)
  }

  function dropBefore(round: number): void {
    for (const { device, round: told } of sorted) if (told < round) byId.delete(device.id)
    sorted = sorted.filter(({ device }) => byId.has(device.id))
  }

  function choose(filter: Filter, search: string): readonly KnownDevice[] {
    const words = wordsOf(search)
    return sorted.filter(
      ({ state, searched }) =>
        (filter === 'all' || state === filter) && words.every((word) => searched.includes(word)),
    )
  }
}

function countStates(devices: readonly KnownDevice[]): Counts {
  const counts = { all: devices.length, offline: 0, never: 0, online: 0 }
  for (const { state } of devices) counts[state] += 1
  return counts
}
