/** What is silent: one device, a whole site, or a large part of the fleet, whose feed of heartbeats may be down. */
export type IncidentKind = 'device' | 'site' | 'feed'

/** A device that has been silent for more than five minutes that count. */
export interface SilentDevice {
  readonly deviceId: string
  readonly siteId: string | null
  /** Its last heartbeat. */
  readonly startedMs: number
  /** When those five minutes were over. */
  readonly noticedMs: number
}

/** A device of an incident. */
export interface Member extends SilentDevice {
  /** Its first heartbeat after it, if it has come back to stay. */
  readonly returnedMs: number | null
}

/** An incident that has not ended. */
export interface OpenIncident {
  readonly id: string
  readonly kind: IncidentKind
  /** The id of the device or of the site; null of a feed. */
  readonly subjectId: string | null
  readonly openedMs: number
  /** Whether somebody was alerted. Then it goes on until it ends, and no wider one takes its place. */
  readonly isTold: boolean
  readonly members: readonly Member[]
}

/** An incident that begins. */
export interface NewIncident extends Pick<OpenIncident, 'kind' | 'subjectId'> {
  readonly devices: readonly SilentDevice[]
}

export function stillSilent({ members }: OpenIncident): Member[] {
  return members.filter(({ returnedMs }) => returnedMs === null)
}
