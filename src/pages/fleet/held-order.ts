import type { FleetDevice } from '#dist/fleet/schema.js'

const idsOf = (devices: readonly FleetDevice[]) => devices.map(({ id }) => id)

/**
 * Keeps devices in their places while somebody points at them, or has the focus in them. Their data change, and `added` devices
 * follow at the end.
 * @returns the devices to show, and how many changes of their order wait
 */
export function holdOrder(
  shown: readonly FleetDevice[],
  latest: readonly FleetDevice[],
  added: readonly FleetDevice[],
) {
  if (shown.every(({ id }, index) => id === latest[index]?.id)) return { shown: latest, waiting: 0 }
  const latestById = new Map(latest.map((device) => [device.id, device]))
  const known = new Set(idsOf(shown))
  const kept = shown.map((device) => latestById.get(device.id) ?? device)
  const next = [...kept, ...added.filter(({ id }) => !known.has(id))]
  return { shown: next, waiting: countChanges(idsOf(next), idsOf(latest)) }
}

/** The number of texts that must be added, removed or moved to turn one list into the other. */
function countChanges(from: readonly string[], to: readonly string[]): number {
  const places = new Map(from.map((id, index) => [id, index]))
  const kept = to.flatMap((id) => places.get(id) ?? [])
  return to.length - kept.length + (from.length - kept.length) + (kept.length - longestRise(kept))
}

/** The length of the longest rising subsequence. Its members need not be moved. */
function longestRise(numbers: readonly number[]): number {
  const smallestEnds: number[] = []
  for (const number of numbers) {
    // From the end, because most numbers rise.
    let place = smallestEnds.length
    while (place > 0 && (smallestEnds[place - 1] ?? 0) >= number) place--
    smallestEnds[place] = number
  }
  return smallestEnds.length
}
