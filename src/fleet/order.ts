import { compareTexts } from '../lib/text/compare-texts.ts'

/** The states of a device, by urgency. An asleep device would be offline, but its site is closed. */
export const FLEET_STATES = ['offline', 'never', 'asleep', 'online'] as const
export type FleetState = (typeof FLEET_STATES)[number]

/** The sort key of a site. */
export interface SiteSortKey {
  /** The last heartbeat before the newest outage; null if none of its devices is offline. */
  readonly newestOutage: string | null
  readonly name: string
  readonly id: string
}

/** The sort key of a device in a list. */
export interface DeviceSortKey {
  /** Null for devices without site, which come last. */
  readonly site: SiteSortKey | null
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

/** A name without the number at its end. Without a regular expression, because a request sorts thousands of sites. */
export function withoutNumber(name: string): string {
  let end = name.length
  while (end > 0 && name.charCodeAt(end - 1) >= 0x30 && name.charCodeAt(end - 1) <= 0x39) end--
  return name.slice(0, end)
}

/** Of names that differ only in a number at their end, the one with fewer digits comes first: 2 before 10. */
function compareNames(a: string, b: string): number {
  return compareTexts(withoutNumber(a), withoutNumber(b)) || a.length - b.length || compareTexts(a, b)
}

/** Sites with the newest outage first, then the others by name. */
export function compareSites(a: SiteSortKey | null, b: SiteSortKey | null): number {
  if (a === b) return 0
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return (
    compareTimes(a.newestOutage, b.newestOutage) || compareNames(a.name, b.name) || compareTexts(a.id, b.id)
  )
}
