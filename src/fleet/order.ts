import { compareTexts } from '../lib/text/compare-texts.ts'

/** The states of a device, by urgency. An asleep device would be offline, but its site is closed. */
export const FLEET_STATES = ['offline', 'never', 'asleep', 'online'] as const
export type FleetState = (typeof FLEET_STATES)[number]

export const SORTS = ['outage', 'name', 'seen'] as const
export type Sort = (typeof SORTS)[number]

/** The sort key of a site. */
export interface SitePosition {
  /** The last heartbeat of the device that has fallen silent last; null if none of its devices is offline. */
  readonly newestOutage: string | null
  readonly name: string
  readonly id: string
}

/** The sort key of a device in a list. */
export interface DevicePosition {
  /** Null if the list is not grouped, and for devices without site, which come last. */
  readonly site: SitePosition | null
  readonly state: FleetState
  readonly lastHeartbeatAt: string | null
  readonly name: string
  readonly id: string
}

/** Orders the latest time first, and null last. */
function compareTimes(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compareTexts(b, a)
}

/** Where the number at the end of a name begins. It is fast, because a request sorts thousands of sites. */
function startOfNumber(name: string): number {
  let start = name.length
  while (start > 0 && name.charCodeAt(start - 1) >= 0x30 && name.charCodeAt(start - 1) <= 0x39) start--
  return start
}

/** Orders names that differ only in a number at their end by that number: 2 comes before 10. */
export function compareNames(a: string, b: string): number {
  const [start, otherStart] = [startOfNumber(a), startOfNumber(b)]
  return (
    compareTexts(a.slice(0, start), b.slice(0, otherStart)) ||
    Number(a.slice(start)) - Number(b.slice(otherStart)) ||
    compareTexts(a, b)
  )
}

/** Sites with the newest outage first, then the others by name. */
export function compareSites(a: SitePosition | null, b: SitePosition | null): number {
  if (a === b) return 0
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return (
    compareTimes(a.newestOutage, b.newestOutage) || compareNames(a.name, b.name) || compareTexts(a.id, b.id)
  )
}
