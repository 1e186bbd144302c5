import { describeOtherScreens } from '../../device/sites/other-screens.ts'
import { cutTo } from '../../lib/text/cut-to.ts'
import { escapeControlCharacters } from '../../lib/text/escape-control-characters.ts'
import { counted, formatNumber } from '../../lib/text/format-number.ts'
import { durationInWords, timeInWords } from '../../lib/time/in-words.ts'
import type { MessageKind } from '../message.ts'
import type { IncidentFacts } from './facts.ts'

const MAX_NAME_LENGTH = 100

/** What happened, as one sentence without a full stop at its end. */
export function incidentText(facts: IncidentFacts, kind: MessageKind, nowMs: number): string {
  const since = timeInWords(facts.incident.started_at, facts.timezone, nowMs)
  const texts = { opened: openedText, resolved: endedText }
  return texts[kind](facts, since, nowMs)
}

function endedText(facts: IncidentFacts, since: string, nowMs: number): string {
  const { incident, devicesTotal } = facts
  if (devicesTotal === 0) return deletedText(facts, since)
  const duration = durationInWords((incident.ended_at ?? nowMs) - incident.started_at)
  if (incident.is_unstable === 1)
    return `${subjectOf(facts)} is stable again after ${duration}, unstable since ${since}`
  return backText(facts, since, duration)
}

function openedText(facts: IncidentFacts, since: string): string {
  const { incident, silentCount, everConnectedCount } = facts
  switch (incident.kind) {
    case 'device':
      return `${incident.is_unstable === 1 ? 'Unstable' : 'Offline'}: ${subjectOf(facts)}, since ${since}${othersOf(facts)}`
    case 'site':
      return `${subjectOf(facts)}: ${siteState(facts)} offline since ${since}${namesUnlessAllSilent(facts)}`
    case 'feed':
      return `No heartbeat from ${formatNumber(silentCount)} of ${counted(everConnectedCount, 'screen')} since ${since}: their connection to the signage service may be down`
  }
}

function backText(facts: IncidentFacts, since: string, duration: string): string {
  const { incident, silentCount, devicesTotal } = facts
  const isFeed = incident.kind === 'feed'
  const missing = isFeed ? `missing since ${since}` : `offline since ${since}`
  if (silentCount > 0 && incident.kind !== 'device') {
    const back = `${formatNumber(devicesTotal - silentCount)} of ${counted(devicesTotal, 'screen')}${isFeed ? '' : ` of ${subjectOf(facts)}`}`
    const are = devicesTotal - silentCount === 1 ? 'is' : 'are'
    return `${back} ${are} back after ${duration}, ${missing}; still offline: ${silentNames(facts)}`
  }
  return `${isFeed ? 'Heartbeats are' : `${subjectOf(facts)} is`} back after ${duration}, ${missing}`
}

/** The text for an incident that is over because its devices were deleted, or reset to never connected. */
function deletedText(facts: IncidentFacts, since: string): string {
  const subject = facts.incident.kind === 'feed' ? 'all screens' : subjectOf(facts)
  return `Removed, or set back to never connected: ${subject}, offline since ${since}`
}

/** The device or the site that is offline, such as `Front Lobby at The Quayside`. */
function subjectOf({ incident, site, devices }: IncidentFacts): string {
  if (incident.kind === 'site') return shortName(site?.name ?? nameOf(incident))
  const name = shortName(devices[0]?.name ?? nameOf(incident))
  return site === undefined ? name : `${name} at ${shortName(site.name)}`
}

/** The name of a device or a site that may have been removed. */
function nameOf({ subject_name, subject_id }: IncidentFacts['incident']): string {
  return subject_name ?? subject_id ?? ''
}

/** An unstable device may be online at the moment. It is none of the others. */
function othersOf({ site, silentCount }: IncidentFacts): string {
  const self = silentCount === 0 ? 1 : 0
  const others = site && describeOtherScreens({ ...site, othersOnline: site.online - self }, 'there')
  return others === undefined ? '' : ` (${others})`
}

function siteState({ silentCount, site }: IncidentFacts): string {
  // Devices may have moved to another site since the incident began.
  const devices = Math.max(site?.devices ?? 0, silentCount)
  if (silentCount >= devices) return devices === 1 ? 'its screen is' : `all ${counted(devices, 'screen')} are`
  return `${formatNumber(silentCount)} of ${counted(devices, 'screen')} ${silentCount === 1 ? 'is' : 'are'}`
}

/** If all screens of the site are offline, their names are left out. */
function namesUnlessAllSilent(facts: IncidentFacts): string {
  const { devices, silentCount, site } = facts
  const areListed = devices.length > 0 && silentCount < (site?.devices ?? silentCount)
  return areListed ? `: ${silentNames(facts)}` : ''
}

/** The names of the screens that are silent: `A, B and C`, or the first ones and how many more there are. */
function silentNames({ devices, silentCount }: IncidentFacts): string {
  const names = devices.slice(0, silentCount).map(({ name }) => shortName(name))
  const parts =
    silentCount > names.length ? [...names, `${formatNumber(silentCount - names.length)} more`] : names
  return new Intl.ListFormat('en-GB').format(parts)
}

/** A name on one line, with at most `MAX_NAME_LENGTH` characters. */
export function shortName(name: string): string {
  return cutTo(MAX_NAME_LENGTH, escapeControlCharacters(name))
}
