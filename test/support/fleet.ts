import type { FleetState } from '../../src/fleet/states.ts'

/** A device of a fleet that is the model for the service. */
export interface ModelDevice {
  readonly id: string
  readonly name: string
  readonly site: string | null
  readonly state: FleetState
  /** Minutes since its last heartbeat. */
  readonly minutes: number | null
}

export interface ModelQuery {
  readonly state: FleetState | undefined
}

const text = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
/** Compares names by the number at their end, if they are the same before it. */
function byName(a: string, b: string): number {
  const [, before = '', digits = ''] = /^(.*?)(\d*)$/s.exec(a) ?? []
  const [, otherBefore = '', otherDigits = ''] = /^(.*?)(\d*)$/s.exec(b) ?? []
  return text(before, otherBefore) || Number(BigInt(digits) - BigInt(otherDigits)) || text(a, b)
}
const age = (minutes: number | null) => minutes ?? Number.MAX_SAFE_INTEGER

/** The ids of all devices in the order of the fleet, found in the simplest way. @param siteNames by the ids of the sites */
export function orderedIds(
  devices: readonly ModelDevice[],
  siteNames: ReadonlyMap<string, string>,
  { state }: ModelQuery,
): string[] {
  const newest = (site: string | null) =>
    Math.min(
      Number.MAX_SAFE_INTEGER,
      ...devices
        .filter((other) => other.site === site && other.state === 'offline')
        .map(({ minutes }) => age(minutes)),
    )
  const nameOf = (site: string | null) => siteNames.get(site ?? '') ?? ''
  const bySite = (a: ModelDevice, b: ModelDevice) => {
    if (a.site === b.site) return 0
    if (a.site === null || b.site === null) return a.site === null ? 1 : -1
    return newest(a.site) - newest(b.site) || byName(nameOf(a.site), nameOf(b.site)) || text(a.site, b.site)
  }
  const rank = ({ state }: ModelDevice) => ['offline', 'never', 'asleep', 'online'].indexOf(state)
  const byState = (a: ModelDevice, b: ModelDevice) =>
    rank(a) - rank(b) || (a.state === 'offline' ? age(a.minutes) - age(b.minutes) : 0)
  return devices
    .filter((device) => state === undefined || device.state === state)
    .toSorted((a, b) => bySite(a, b) || byState(a, b) || text(a.name, b.name) || text(a.id, b.id))
    .map(({ id }) => id)
}
