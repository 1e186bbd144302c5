import type { FleetState } from './schema.ts'

export const SORTS = ['outage', 'name', 'seen'] as const
export type Sort = (typeof SORTS)[number]

/** The place of a site among others. */
export interface SitePosition {
  /** The last heartbeat of the device that has fallen silent last; null if none of its devices is offline. */
  readonly newestOutage: string | null
  readonly name: string
  readonly id: string
}

/** The place of a device in a list. */
export interface DevicePosition {
  /** Null if the list is not grouped, and for devices without site, which come last. */
  readonly site: SitePosition | null
  readonly state: FleetState
  readonly lastHeartbeatAt: string | null
  readonly name: string
  readonly id: string
}

/** Compares texts as the databases do, by code point. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let n = 0; n < length; n++) {
    if (a.charCodeAt(n) !== b.charCodeAt(n)) return orderOf(a.charCodeAt(n)) - orderOf(b.charCodeAt(n))
  }
  return a.length - b.length
}

/** Surrogates stand for code points above all others. */
function orderOf(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x10000 : codeUnit
}

/** The latest first, and nothing last. */
function compareTimes(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compareTexts(b, a)
}

/** Sites with the newest outage first, then the others by name. */
export function compareSites(a: SitePosition | null, b: SitePosition | null): number {
  if (a === b) return 0
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return (
    compareTimes(a.newestOutage, b.newestOutage) || compareTexts(a.name, b.name) || compareTexts(a.id, b.id)
  )
}
