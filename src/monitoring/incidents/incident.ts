/** What is silent: one device, a whole site, or a large part of the fleet, whose feed of heartbeats may be down. */
export const INCIDENT_KINDS = ['device', 'site', 'feed'] as const
export type IncidentKind = (typeof INCIDENT_KINDS)[number]

/** The share of the devices that are back when an incident is over. */
const BACK = { device: 1, site: 0.5, feed: 0.8 } as const

/** Whether so many devices of an incident are back that it is over. */
export function areBack(kind: IncidentKind, back: number, devices: number): boolean {
  return back >= devices * BACK[kind]
}

/** A device that has been silent for more than five minutes that count. */
export interface SilentDevice {
  readonly deviceId: string
  readonly siteId: string | null
  /** Its last heartbeat. */
  readonly startedMs: number
  /** When those five minutes were over. */
  readonly noticedMs: number
}

/** A device of an incident that has not come back to stay. */
export interface IncidentMember extends SilentDevice {
  /** The first heartbeat since, if it is online at the moment. */
  readonly heardAgainMs: number | undefined
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
  /** Whether a message about it was written, which may be on its way. Then it goes on until it ends, and no wider one takes its place. */
  readonly hasMessage: boolean
  readonly silent: readonly IncidentMember[]
  /** The first heartbeats of those of its devices that have come back to stay. */
  readonly returned: Returned
}

/** How many devices have come back, when the first and when the last one did. */
export interface Returned {
  readonly count: number
  readonly firstMs: number
  readonly lastMs: number
}

/** Devices that are silent together. */
export interface SilentGroup extends Pick<OpenIncident, 'kind' | 'subjectId'> {
  readonly devices: readonly SilentDevice[]
}

/** An incident that begins. */
export type NewIncident = SilentGroup & Pick<OpenIncident, 'openedMs'>

/** A device, and the incident that it becomes part of. */
export interface NewMember {
  readonly incidentId: string
  readonly device: SilentDevice
}

/** A device that has come back, and its first heartbeat since. */
export interface Return {
  readonly deviceId: string
  readonly incidentId: string
  readonly atMs: number
}

/** An incident that is over. What is still silent then belongs to others from then on. */
export interface EndedIncident {
  readonly incident: OpenIncident
  readonly endedMs: number
}
