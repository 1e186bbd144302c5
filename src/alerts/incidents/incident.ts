import { HOUR_MS } from '../../lib/time/durations.ts'

/** The kinds of incidents, the widest last. The feed is the way by which heartbeats reach the service. */
export const INCIDENT_KINDS = ['device', 'site', 'feed'] as const
export type IncidentKind = (typeof INCIDENT_KINDS)[number]

/** A device is unstable after this many outages within `withinMs`. Its incident ends after `stableMs` without an outage. */
export const UNSTABLE = { outages: 4, withinMs: HOUR_MS, stableMs: HOUR_MS } as const

/** The share of its devices that must have returned before an incident is over. */
const MIN_RETURNED_SHARE = { device: 1, site: 0.5, feed: 0.8 } as const

export function enoughHaveReturned(kind: IncidentKind, returned: number, devices: number): boolean {
  return returned >= devices * MIN_RETURNED_SHARE[kind]
}

/** A device that has been silent for more than five minutes in which its site was open and a service was present. */
export interface SilentDevice {
  readonly deviceId: string
  readonly siteId: string | null
  /** When it sent its last heartbeat. */
  readonly startedAtMs: number
  /** When the five minutes had passed. */
  readonly noticedAtMs: number
}

/** A device of an incident that has not returned: it is silent, or has not been online for long enough. */
export interface NotReturnedDevice extends Omit<SilentDevice, 'noticedAtMs'> {
  /** Its first heartbeat after the latest silence, if it is online now. */
  readonly onlineSinceMs: number | undefined
}

/** An incident that has not ended. */
export interface OpenIncident {
  readonly id: string
  readonly kind: IncidentKind
  /** The id of the device or of the site; null for the feed. */
  readonly subjectId: string | null
  readonly openedAtMs: number
  /** Whether a message about the incident was written. Such an incident is never dropped or replaced by a wider one. */
  readonly hasMessage: boolean
  /** Its devices that have not returned. Some may be online at the moment. */
  readonly notReturned: readonly NotReturnedDevice[]
  /** The number of its devices that have returned, and when the first and the last one did. */
  readonly returned: { readonly count: number; readonly firstAtMs: number; readonly lastAtMs: number }
}

/** The silent devices of an incident. They count as noticed when it was opened, because the actual time is not stored. */
export function silentDevicesOf({ notReturned, openedAtMs }: OpenIncident): SilentDevice[] {
  return notReturned.filter(isSilent).map((device) => ({ ...device, noticedAtMs: openedAtMs }))
}

export function isSilent({ onlineSinceMs }: NotReturnedDevice): boolean {
  return onlineSinceMs === undefined
}

/** Devices that are silent together. */
export interface SilentGroup extends Pick<OpenIncident, 'kind' | 'subjectId'> {
  readonly devices: readonly SilentDevice[]
}

/** An incident that is opened. */
export type NewIncident = SilentGroup & Pick<OpenIncident, 'openedAtMs'>

export interface JoiningDevice {
  readonly incidentId: string
  readonly device: SilentDevice
}

/** A device that has returned, and the time of its first heartbeat since. */
export interface DeviceReturn {
  readonly deviceId: string
  readonly incidentId: string
  readonly atMs: number
}

/** An incident that is over. Its devices that are still silent join other incidents, or get new ones. */
export interface EndedIncident {
  readonly id: string
  readonly endedAtMs: number
}
