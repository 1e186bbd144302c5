import type { ListedDevice } from '#dist/device/schema.js'
import { createMatcher } from '../shared/search.ts'
import { compare, createKnownDevice, type KnownDevice, type State } from './known-device.ts'

export type StateFilter = State | 'all'
export type Counts = Readonly<Record<StateFilter, number>>

/** All devices that the service has reported, in display order. */
export function createFleet() {
  const byId = new Map<string, KnownDevice>()
  let sorted: KnownDevice[] = []

  return {
    update,
    dropBefore,
    counts: () => countStates(sorted),
    find,
    findDevice: (id: string) => byId.get(id),
  }

  function update(devices: readonly ListedDevice[], cycle: number): void {
    for (const device of devices) {
      const latest = createKnownDevice(device, cycle)
      const known = byId.get(device.id)
      // Updated in place, so that a list of ten thousand need not be built again.
      if (known === undefined) add(latest)
      else Object.assign(known, latest)
    }
    // The list is nearly sorted already, which makes sorting fast in this engine.
    sorted.sort(compare)
  }

  function add(known: KnownDevice): void {
    byId.set(known.device.id, known)
    sorted.push(known)
  }

  /** Drops the devices that were last reported before this polling cycle. */
  function dropBefore(cycle: number): void {
    for (const { device, cycle: lastCycle } of sorted) if (lastCycle < cycle) byId.delete(device.id)
    sorted = sorted.filter(({ device }) => byId.has(device.id))
  }

  function find(filter: StateFilter, search: string): readonly KnownDevice[] {
    const matches = createMatcher(search)
    return sorted.filter(
      ({ state, searchText }) => (filter === 'all' || state === filter) && matches(searchText),
    )
  }
}

function countStates(devices: readonly KnownDevice[]): Counts {
  const counts = { all: devices.length, offline: 0, never: 0, online: 0 }
  for (const { state } of devices) counts[state] += 1
  return counts
}
