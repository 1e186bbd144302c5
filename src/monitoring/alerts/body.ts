import type { IncidentKind } from '../incidents/incident.ts'
import type { MessageKind } from './message-kind.ts'

/** An incident as a message describes it. Times are in UTC. */
export interface ToldIncident {
  /** What happened, as a sentence. It contains names, which can be any text. */
  readonly text: string
  readonly incident: {
    readonly id: string
    readonly kind: IncidentKind
    readonly site: { readonly id: string; readonly name: string } | null
    readonly started_at: string
    readonly opened_at: string
    readonly resolved_at: string | null
    readonly devices_total: number
    /** How many of them were silent when the message was made. */
    readonly devices_silent: number
  }
  /** At most `MOST_NAMED` of them, those that are silent first. */
  readonly devices: readonly {
    readonly id: string
    readonly name: string
    readonly last_heartbeat_at: string | null
  }[]
  /** The page that shows it; null if the address of the service is unknown. */
  readonly url: string | null
}

/** Several incidents in one message, of which at most `MOST_NAMED` are described. */
export interface SeveralIncidents {
  readonly incidents: readonly ToldIncident[]
  readonly incidents_total: number
  readonly url: string | null
}

interface Body<Type, Data> {
  readonly type: Type
  readonly timestamp: string
  readonly data: Data
}
type IncidentType = `incident.${MessageKind}`
export type TestBody = Body<'test', { readonly text: string }>
type IncidentBody = Body<IncidentType, ToldIncident>
export type SeveralBody = Body<IncidentType, SeveralIncidents>

/** What a message says, as it is stored. A webhook receives it as it is; the other formats are made from it. */
export type AlertBody = TestBody | IncidentBody | SeveralBody

/** How many devices or incidents a message names. */
export const MOST_NAMED = 10

export function isOfSeveral(body: AlertBody): body is SeveralBody {
  return 'incidents' in body.data
}

/** What a test of a route sends. */
export function testBody(routeId: string, nowMs: number): TestBody {
  const text = `This is a test of the alerts of signage: the route ${routeId} works.`
  return { type: 'test', timestamp: new Date(nowMs).toISOString(), data: { text } }
}
