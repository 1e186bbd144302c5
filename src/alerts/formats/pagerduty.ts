import { cutTo } from '../../lib/text/cut-to.ts'
import type { IncidentData, MessageBody } from '../message.ts'
import { type AlertFormat, JSON_HEADERS, type OutgoingMessage } from './alert-format.ts'
import { textOf } from './text.ts'

const MAX_SUMMARY_LENGTH = 1024
const SEVERITIES = { device: 'warning', site: 'error', feed: 'critical' } as const

/** The Events API v2 of PagerDuty. The token is the routing key of an integration. */
export const pagerduty: AlertFormat = {
  isForPeople: false,
  tokenUse: 'needed',
  brokenTokenRule: (token) =>
    /^[A-Za-z0-9]{32}$/.test(token) ? undefined : 'be a routing key of 32 letters and digits',
  toRequest({ url, token }, message) {
    const content = { routing_key: token, ...eventOf(message) }
    return { url: new URL(url), headers: JSON_HEADERS, body: JSON.stringify(content) }
  },
}

function eventOf({ id, body }: OutgoingMessage) {
  const data = 'incident' in body.data ? body.data : undefined
  // PagerDuty ends the incident that was opened with the same key.
  const dedup_key = data === undefined ? `test:${id}` : `incident:${data.incident.id}`
  if (body.type === 'incident.resolved') return { event_action: 'resolve', dedup_key }
  return { event_action: 'trigger', dedup_key, payload: payloadOf(body, data), ...linksOf(data) }
}

function payloadOf(body: MessageBody, data: IncidentData | undefined) {
  return {
    summary: cutTo(MAX_SUMMARY_LENGTH, textOf(body).lines.join(' ')),
    source: data?.incident.site?.name ?? 'signage',
    severity: data === undefined ? 'info' : SEVERITIES[data.incident.kind],
    timestamp: data?.incident.started_at ?? body.timestamp,
    custom_details: data === undefined ? {} : { ...data.incident, devices: data.devices },
  }
}

function linksOf(data: IncidentData | undefined) {
  const url = data?.url ?? null
  return url === null ? {} : { links: [{ href: url, text: 'Open' }] }
}
