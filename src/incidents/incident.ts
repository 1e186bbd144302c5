/** What is silent: one device, a whole site, or a large part of the fleet, whose feed of heartbeats may be down. */
export const INCIDENT_KINDS = ['device', 'site', 'feed'] as const
export type IncidentKind = (typeof INCIDENT_KINDS)[number]

/** A device that has been silent for more than five minutes that count. */
export interface SilentDevice {
  readonly deviceId: string
  readonly siteId: string | null
  /** Its last heartbeat. */
  readonly startedMs: number
  /** When those five minutes were over. */
  readonly noticedMs: number
}

/** An incident that has not ended. */
export interface OpenIncident {
  readonly id: string
  readonly kind: IncidentKind
  /** The id of the device or of the site; null of a feed. */
  readonly subjectId: string | null
  /** The last heartbeat before it. */
  readonly startedMs: number
  /** When it was noticed. */
  readonly openedMs: number
  /** Whether somebody was alerted. Then it goes on until it ends, and no wider one takes its place. */
  readonly isTold: boolean
  readonly silent: readonly SilentDevice[]
  /** The first heartbeats of those of its devices that have come back to stay. */
  readonly returned: Returned
}

/** How many devices have come back, when the first and when the last one did. */
export interface Returned {
  readonly count: number
  readonly firstMs: number
  readonly lastMs: number
}

/** An incident that begins. */
export interface NewIncident extends Pick<OpenIncident, 'kind' | 'subjectId'> {
  readonly devices: readonly SilentDevice[]
}
