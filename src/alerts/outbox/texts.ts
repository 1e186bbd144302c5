import type { MessageKind } from '../body.ts'
import type { IncidentFacts } from './facts.ts'
import { durationInWords, inWords, joinNames, screens, shortName, timeInWords } from './words.ts'

/** What happened, as one sentence without a full stop at its end. */
export function textOf(facts: IncidentFacts, kind: MessageKind, nowMs: number): string {
  const since = timeInWords(facts.incident.started_at, facts.site?.timezone ?? 'UTC', nowMs)
  return kind === 'opened' ? openedText(facts, since) : resolvedText(facts, since, nowMs)
}

function openedText(facts: IncidentFacts, since: string): string {
  switch (facts.incident.kind) {
    case 'device':
      return `Offline: ${subjectOf(facts)}, since ${since}${othersOf(facts)}`
    case 'site':
      return `${subjectOf(facts)}: ${siteState(facts)} offline since ${since}${namesOf(facts)}`
    case 'feed':
      return `No heartbeat from ${inWords(facts.silent)} of ${screens(facts.fleet)} since ${since}: the feed may be down`
  }
}

function resolvedText(facts: IncidentFacts, since: string, nowMs: number): string {
  const { incident, silent, devicesTotal } = facts
  const duration = durationInWords((incident.ended_at ?? nowMs) - incident.started_at)
  const still = silent > 0 && devicesTotal > 1 ? ` (${stillOffline(silent, devicesTotal)})` : ''
  if (incident.kind === 'feed') return `Heartbeats are back after ${duration}, missing since ${since}${still}`
  return `${subjectOf(facts)} is back after ${duration}, offline since ${since}${still}`
}

function stillOffline(silent: number, total: number): string {
  return `${inWords(silent)} of ${screens(total)} ${silent === 1 ? 'is' : 'are'} still offline`
}

/** What is offline, such as `Front Lobby at The Quayside`. */
function subjectOf({ incident, site, devices }: IncidentFacts): string {
  if (incident.kind === 'site') return shortName(site?.name ?? incident.subject_id ?? '')
  const name = shortName(devices[0]?.name ?? incident.subject_id ?? '')
  return site === undefined ? name : `${name} at ${shortName(site.name)}`
}

/** How the other screens of the site are. */
function othersOf({ site }: IncidentFacts): string {
  if (site === undefined || site.devices < 2) return ''
  const others = site.devices - 1
  const areOnline = `other screen${others === 1 ? '' : 's'} there ${others === 1 || site.online === 1 ? 'is' : 'are'} online`
  if (site.online === 0) return ` (no other screen there is online)`
  if (site.online >= others) return ` (${inWords(others)} ${areOnline})`
  return ` (${inWords(site.online)} of ${inWords(others)} ${areOnline})`
}

function siteState({ silent, site }: IncidentFacts): string {
  const devices = site?.devices ?? silent
  if (silent >= devices) return devices === 1 ? 'its screen is' : `all ${screens(devices)} are`
  return `${inWords(silent)} of ${screens(devices)} ${silent === 1 ? 'is' : 'are'}`
}

/** If all screens are offline, their names say nothing. */
function namesOf({ devices, devicesTotal, silent, site }: IncidentFacts): string {
  if (devices.length === 0 || silent >= (site?.devices ?? silent)) return ''
  return `: ${joinNames(
    devices.map(({ name }) => name),
    devicesTotal,
  )}`
}
