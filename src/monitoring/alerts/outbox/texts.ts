import { formatNumber } from '../../../lib/text/format-number.ts'
import { HOUR_MS } from '../../../lib/time/durations.ts'
import { durationInWords, timeInWords } from '../../../lib/time/words.ts'
import type { MessageKind } from '../message-kind.ts'
import type { IncidentFacts } from './facts.ts'
import { joinNames, screens, shortName } from './words.ts'

/** What happened, as one sentence without a full stop at its end. */
export function incidentText(facts: IncidentFacts, kind: MessageKind, nowMs: number): string {
  const since = timeText(facts, facts.incident.started_at, nowMs)
  return TEXTS[kind](facts, since, nowMs)
}

const TEXTS = { opened: openedText, resolved: resolvedText } satisfies Record<MessageKind, unknown>

/** A time as the clocks there show it. */
function timeText({ timezone }: IncidentFacts, timeMs: number, nowMs: number): string {
  return timeInWords(timeMs, timezone, nowMs)
}

function resolvedText(facts: IncidentFacts, since: string, nowMs: number): string {
  const { incident, devicesTotal, outages } = facts
  if (devicesTotal === 0) return removedText(facts, since)
  const endedMs = incident.ended_at ?? nowMs
  if (incident.is_unstable === 1)
    return `${subjectOf(facts)} is stable again: ${outages} outages from ${since} to ${timeText(facts, endedMs, nowMs)}`
  return backText(facts, since, durationInWords(endedMs - incident.started_at))
}

function openedText(facts: IncidentFacts, since: string, nowMs: number): string {
  const { incident, silent, outages, fleet } = facts
  if (incident.is_unstable === 1) {
    const period = nowMs - incident.started_at <= HOUR_MS ? 'in an hour' : `since ${since}`
    return `Unstable: ${subjectOf(facts)}, ${outages} outages ${period}${othersOf(facts)}`
  }
  switch (incident.kind) {
    case 'device':
      return `Offline: ${subjectOf(facts)}, since ${since}${othersOf(facts)}`
    case 'site':
      return `${subjectOf(facts)}: ${siteState(facts)} offline since ${since}${silentNames(facts)}`
    case 'feed':
      return `No heartbeat from ${formatNumber(silent)} of ${screens(fleet)} since ${since}: the feed may be down`
  }
}

function backText(facts: IncidentFacts, since: string, duration: string): string {
  const { incident, silent, devicesTotal } = facts
  const isFeed = incident.kind === 'feed'
  const missing = isFeed ? `missing since ${since}` : `offline since ${since}`
  if (silent > 0 && incident.kind !== 'device') {
    const back = `${formatNumber(devicesTotal - silent)} of ${screens(devicesTotal)}${isFeed ? '' : ` of ${subjectOf(facts)}`}`
    const are = devicesTotal - silent === 1 ? 'is' : 'are'
    return `${back} ${are} back after ${duration}, ${missing}; still offline: ${namesOf(facts)}`
  }
  return `${isFeed ? 'Heartbeats are' : `${subjectOf(facts)} is`} back after ${duration}, ${missing}`
}

/** Without devices, an incident is over because they were deleted, or set back as if they had just been added. */
function removedText(facts: IncidentFacts, since: string): string {
  const { kind, has_device: hasDevice } = facts.incident
  if (kind === 'feed') return `The screens without a heartbeat since ${since} were removed`
  if (kind === 'site') return `${subjectOf(facts)}: its screens were removed, offline since ${since}`
  const happened = hasDevice === 1 ? 'was set back to never connected' : 'was removed'
  return `${subjectOf(facts)} ${happened}, offline since ${since}`
}

/** What is offline, such as `Front Lobby at The Quayside`. */
function subjectOf({ incident, site, devices }: IncidentFacts): string {
  if (incident.kind === 'site') return shortName(site?.name ?? nameOf(incident))
  const name = shortName(devices[0]?.name ?? nameOf(incident))
  return site === undefined ? name : `${name} at ${shortName(site.name)}`
}

/** The name of what may have been removed. */
function nameOf({ subject_name, subject_id }: IncidentFacts['incident']): string {
  return subject_name ?? subject_id ?? ''
}

/** How the other screens of the site are. */
function othersOf({ site }: IncidentFacts): string {
  if (site === undefined || site.devices < 2) return ''
  const others = site.devices - 1
  const areOnline = `other screen${others === 1 ? '' : 's'} there ${others === 1 || site.online === 1 ? 'is' : 'are'} online`
  if (site.online === 0) return ` (no other screen there is online)`
  if (site.online >= others) return ` (${formatNumber(others)} ${areOnline})`
  return ` (${formatNumber(site.online)} of ${formatNumber(others)} ${areOnline})`
}

function siteState({ silent, site }: IncidentFacts): string {
  // Devices may have moved to another site since.
  const devices = Math.max(site?.devices ?? 0, silent)
  if (silent >= devices) return devices === 1 ? 'its screen is' : `all ${screens(devices)} are`
  return `${formatNumber(silent)} of ${screens(devices)} ${silent === 1 ? 'is' : 'are'}`
}

/** If all screens are offline, their names say nothing. */
function silentNames(facts: IncidentFacts): string {
  const { devices, silent, site } = facts
  return devices.length === 0 || silent >= (site?.devices ?? silent) ? '' : `: ${namesOf(facts)}`
}

/** The names of the screens that are silent. */
function namesOf({ devices, silent }: IncidentFacts): string {
  const shown = devices.slice(0, silent).map(({ name }) => name)
  return joinNames(shown, silent)
}
