import type { FleetDevice } from '#dist/monitoring/fleet/schema.js'
import { countChanges, isContinued } from './changes.ts'

const idsOf = (devices: readonly FleetDevice[]) => devices.map(({ id }) => id)

/**
 * The devices that are shown, in their order. While somebody is pointing at them, or has the focus in them, they stay where
 * they are, and only what is said of them changes.
 */
export function createShown() {
  let shown: readonly FleetDevice[] = []
  return {
    devices: () => shown,
    /** Shows the latest devices. */
    replace(latest: readonly FleetDevice[]): void {
      shown = latest
    },
    /** Shows what is new of the same devices, and `added` ones at the end. @returns how many other changes wait */
    update(latest: readonly FleetDevice[], added: readonly FleetDevice[]): number {
      const ids = idsOf(shown)
      if (isContinued(ids, idsOf(latest))) {
        shown = latest
        return 0
      }
      const latestById = new Map(latest.map((device) => [device.id, device]))
      const known = new Set(ids)
      const kept = shown.map((device) => latestById.get(device.id) ?? device)
      shown = [...kept, ...added.filter(({ id }) => !known.has(id))]
      return countChanges(idsOf(shown), idsOf(latest))
    },
  }
}
