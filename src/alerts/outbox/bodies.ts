import { formatNumber } from '../../lib/text/format-number.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import { type AlertFormatName, isForPeople } from '../formats/alert-formats.ts'
import { INCIDENT_KINDS } from '../incidents/incident.ts'
import {
  type DigestData,
  type IncidentData,
  MAX_NAMED,
  type MessageBody,
  type MessageKind,
} from '../message.ts'
import type { IncidentFacts } from './facts.ts'
import { incidentText, shortName } from './texts.ts'

export interface BodyOptions {
  /** The address of the service, without a slash at its end; empty if it is unknown. */
  readonly publicUrl: string
  readonly nowMs: number
}

export function bodyOf(
  { format, kind }: { readonly format: AlertFormatName; readonly kind: MessageKind },
  facts: readonly IncidentFacts[],
  options: BodyOptions,
): MessageBody {
  const envelope = { type: `incident.${kind}`, timestamp: isoTime(options.nowMs) } as const
  const [first] = facts
  if (first === undefined || isForPeople(format)) return { ...envelope, data: digestOf(facts, kind, options) }
  return { ...envelope, data: toIncidentData(first, kind, options) }
}

function digestOf(facts: readonly IncidentFacts[], kind: MessageKind, options: BodyOptions): DigestData {
  const named = widestFirst(facts).slice(0, MAX_NAMED)
  const lines = named.map((one) => incidentText(one, kind, options.nowMs))
  const more = facts.length - named.length
  const [only] = facts.length === 1 ? facts : []
  return {
    lines: more > 0 ? [...lines, `and ${formatNumber(more)} more`] : lines,
    url: pageUrl(options.publicUrl, only === undefined ? ALL_OFFLINE : queryOf(only)),
  }
}

function widestFirst(facts: readonly IncidentFacts[]): IncidentFacts[] {
  const widthOf = ({ incident }: IncidentFacts) => INCIDENT_KINDS.indexOf(incident.kind)
  return [...facts].sort((one, other) => widthOf(other) - widthOf(one))
}

function toIncidentData(facts: IncidentFacts, kind: MessageKind, options: BodyOptions): IncidentData {
  const { incident, site, devices, devicesTotal, silentCount } = facts
  return {
    text: incidentText(facts, kind, options.nowMs),
    incident: {
      id: incident.id,
      kind: incident.kind,
      site: site === undefined ? null : { id: site.id, name: shortName(site.name) },
      started_at: isoTime(incident.started_at),
      opened_at: isoTime(incident.opened_at),
      resolved_at: incident.ended_at === null ? null : isoTime(incident.ended_at),
      devices_total: devicesTotal,
      devices_silent: silentCount,
    },
    devices: devices.map(({ name, ...device }) => ({ ...device, name: shortName(name) })),
    url: pageUrl(options.publicUrl, queryOf(facts)),
  }
}

function queryOf({ incident: { kind, subject_id: subject } }: IncidentFacts): string {
  return kind === 'feed' || subject === null ? ALL_OFFLINE : `${kind}=${encodeURIComponent(subject)}`
}

const ALL_OFFLINE = 'state=offline'
/** Chats limit the length of messages, including URLs. */
const MAX_QUERY_LENGTH = 500

function pageUrl(publicUrl: string, query: string): string | null {
  if (publicUrl === '') return null
  return `${publicUrl}/app?${query.length > MAX_QUERY_LENGTH ? ALL_OFFLINE : query}`
}
