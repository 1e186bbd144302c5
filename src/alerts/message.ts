import { isoTime } from '../lib/time/timestamps.ts'
import type { IncidentKind } from './incidents/incident.ts'

/** Whether a message notifies of the beginning or of the end of an incident. Webhooks call an ended incident `resolved`. */
export type MessageKind = 'opened' | 'resolved'

/** An incident as a message describes it. Times are in UTC. */
export interface IncidentData {
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
  /** At most `MAX_NAMED` devices of the incident, the silent ones first. */
  readonly devices: readonly {
    readonly id: string
    readonly name: string
    readonly last_heartbeat_at: string | null
  }[]
  /** The page that shows the incident; null if the address of the service is unknown. */
  readonly url: string | null
}

/** The incidents of a message that people read, with a sentence for each. Sentences contain names, which can be any text. */
export interface DigestData {
  readonly lines: readonly string[]
  readonly url: string | null
}

interface Body<Type, Data> {
  readonly type: Type
  readonly timestamp: string
  readonly data: Data
}
type TestBody = Body<'test', { readonly text: string }>

/** The body of a message, as it is stored. A webhook receives it unchanged; the other formats are made from it. */
export type MessageBody = TestBody | Body<`incident.${MessageKind}`, IncidentData | DigestData>

/** How many devices or incidents a message names at most. */
export const MAX_NAMED = 10

/** The body of the message by which an alert route is tested. */
export function testBody(alertRouteId: string, nowMs: number): TestBody {
  const text = `This is a test of the alerts of signage: the route ${alertRouteId} works.`
  return { type: 'test', timestamp: isoTime(nowMs), data: { text } }
}
