import { isoTime } from '../../../lib/time/timestamps.ts'
import { type AlertBody, MOST_NAMED, type SeveralIncidents, type ToldIncident } from '../body.ts'
import type { MessageKind } from '../message-kind.ts'
import { isChat } from '../receivers/formats.ts'
import type { RouteFormat } from '../route.ts'
import type { IncidentFacts } from './facts.ts'
import { incidentText } from './texts.ts'
import { shortName } from './words.ts'

/** What messages depend on besides what is stored. */
export interface BodyOptions {
  /** The address of the service, without a slash at its end; empty if it is unknown. */
  readonly publicUrl: string
  readonly nowMs: number
}

/** What a message is made from. */
export interface Telling {
  readonly format: RouteFormat
  readonly kind: MessageKind
  readonly incidents: readonly { readonly id: string }[]
}

/** What a message says. */
export function bodyOf(
  { format, kind, incidents }: Telling,
  factsOf: ReadonlyMap<string, IncidentFacts>,
  options: BodyOptions,
): AlertBody {
  const facts = incidents.flatMap(({ id }) => factsOf.get(id) ?? [])
  const told = widestFirst(facts)
    .slice(0, MOST_NAMED)
    .map((one) => toldOf(one, kind, options))
  const [first] = told
  const envelope = { type: `incident.${kind}`, timestamp: isoTime(options.nowMs) } as const
  if (first !== undefined && !isChat(format)) return { ...envelope, data: first }
  return { ...envelope, data: severalOf(told, facts.length, options) }
}

function severalOf(
  incidents: readonly ToldIncident[],
  total: number,
  { publicUrl }: BodyOptions,
): SeveralIncidents {
  const [first] = incidents
  const url = total === 1 && first !== undefined ? first.url : pageUrl(publicUrl, EVERYTHING)
  return { incidents, incidents_total: total, url }
}

const WIDTHS = { feed: 0, site: 1, device: 2 } as const

function widestFirst(facts: readonly IncidentFacts[]): IncidentFacts[] {
  return [...facts].sort((one, other) => WIDTHS[one.incident.kind] - WIDTHS[other.incident.kind])
}

function toldOf(facts: IncidentFacts, kind: MessageKind, { publicUrl, nowMs }: BodyOptions): ToldIncident {
  const { incident, site, devices, devicesTotal, silent } = facts
  return {
    text: incidentText(facts, kind, nowMs),
    incident: {
      id: incident.id,
      kind: incident.kind,
      site: site === undefined ? null : { id: site.id, name: shortName(site.name) },
      started_at: isoTime(incident.started_at),
      opened_at: isoTime(incident.opened_at),
      resolved_at: incident.ended_at === null ? null : isoTime(incident.ended_at),
      devices_total: devicesTotal,
      devices_silent: silent,
    },
    devices: devices.map(({ name, ...device }) => ({ ...device, name: shortName(name) })),
    url: pageUrl(publicUrl, queryOf(facts)),
  }
}

function queryOf({ incident: { kind, subject_id: subject } }: IncidentFacts): string {
  return kind === 'feed' || subject === null ? EVERYTHING : `${kind}=${encodeURIComponent(subject)}`
}

const EVERYTHING = 'state=offline'
/** Chats limit the length of messages, addresses included. */
const LONGEST_QUERY = 500

function pageUrl(publicUrl: string, query: string): string | null {
  if (publicUrl === '') return null
  return `${publicUrl}/app?${query.length > LONGEST_QUERY ? EVERYTHING : query}`
}
