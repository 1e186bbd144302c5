import { cutTo } from '../../../lib/text/cut-to.ts'
import { type AlertBody, isOfSeveral, type ToldIncident } from '../body.ts'
import { JSON_HEADERS, type OutgoingMessage, type ReceiverFormat } from './format.ts'
import { shownOf } from './shown.ts'

const LONGEST_SUMMARY = 1024
const SEVERITIES = { device: 'warning', site: 'error', feed: 'critical' } as const

/** The Events API v2 of PagerDuty. The token is the routing key of an integration. */
export const pagerduty: ReceiverFormat = {
  isChat: false,
  token: 'needed',
  tokenRule: (token) =>
    /^[A-Za-z0-9]{32}$/.test(token) ? undefined : 'be a routing key of 32 letters and digits',
  toRequest({ url, token }, message) {
    const content = { routing_key: token, ...eventOf(message) }
    return { url: new URL(url), headers: JSON_HEADERS, body: JSON.stringify(content) }
  },
}

function eventOf({ id, body }: OutgoingMessage) {
  const told = incidentOf(body)
  // The same key for the beginning and the end makes them one incident there.
  const dedup_key = told === undefined ? `test:${id}` : `incident:${told.incident.id}`
  switch (body.type) {
    case 'incident.resolved':
      return { event_action: 'resolve', dedup_key }
    case 'incident.opened':
    case 'test':
      return { event_action: 'trigger', dedup_key, payload: payloadOf(body, told), ...linksOf(told) }
  }
}

function incidentOf(body: AlertBody): ToldIncident | undefined {
  if (isOfSeveral(body)) return body.data.incidents[0]
  return 'incident' in body.data ? body.data : undefined
}

function payloadOf(body: AlertBody, told: ToldIncident | undefined) {
  return {
    summary: cutTo(LONGEST_SUMMARY, shownOf(body).lines.join(' ')),
    source: told?.incident.site?.name ?? 'signage',
    severity: told === undefined ? 'info' : SEVERITIES[told.incident.kind],
    timestamp: told?.incident.started_at ?? body.timestamp,
    custom_details: told === undefined ? {} : { ...told.incident, devices: told.devices },
  }
}

function linksOf(told: ToldIncident | undefined) {
  const url = told?.url ?? null
  return url === null ? {} : { links: [{ href: url, text: 'Open' }] }
}
