import { MIN_ONLINE_MS } from '../../device/online.ts'
import { MINUTE_MS } from '../../lib/time/durations.ts'
import { correlate, type OnlineCounts } from './correlate.ts'
import {
  type EndedIncident,
  enoughHaveReturned,
  isSilent,
  type JoiningDevice,
  type NewIncident,
  type OpenIncident,
  type SilentDevice,
  type SilentGroup,
  silentDevicesOf,
} from './incident.ts'

/** A device joins the incident of its site or of the feed if it is noticed at most this long after the incident was opened. */
const JOIN_WINDOW_MS = 5 * MINUTE_MS
/**
 * An incident ends this long after the latest return of a device, because devices take different times to start. A return is found
 * only after `MIN_ONLINE_MS`, so this time is longer.
 */
const SETTLED_MS = MIN_ONLINE_MS + MINUTE_MS
/** An incident of the feed ends this long after its first device has returned. What is still silent then has another cause. */
const MAX_RETURN_MS = 30 * MINUTE_MS

/** The silent devices and the open incidents at a moment. */
export interface Situation {
  readonly nowMs: number
  /** The silent devices that are in no incident, and whose site is open. */
  readonly silent: readonly SilentDevice[]
  readonly incidents: readonly OpenIncident[]
  readonly isClosed: (siteId: string) => boolean
  /** Whether an absence of the service ended so recently that devices may not have reported since. */
  readonly isCatchingUp: boolean
  readonly online: OnlineCounts
}

/** The changes that a situation makes necessary. */
export interface IncidentChanges {
  /** The ids of incidents without a message that a wider one replaces, or whose sites are closed. */
  readonly dropped: readonly string[]
  readonly ended: readonly EndedIncident[]
  readonly joined: readonly JoiningDevice[]
  readonly opened: readonly NewIncident[]
}

/** Decides which incidents end, which ones devices join, and which ones are opened. */
export function findIncidentChanges(situation: Situation): IncidentChanges {
  const { nowMs, silent, incidents, isClosed, isCatchingUp, online } = situation
  const [ended, ongoing] = partition(
    incidents,
    (incident) => incident.notReturned.length === 0 || (!isCatchingUp && isOver(incident, nowMs)),
  )
  const [dropped, kept] = partition(ongoing, (incident) => isDroppedWhileClosed(incident, isClosed))
  const inNoIncident = [...silent, ...ended.flatMap(silentDevicesOf)]
  const { joined, unassigned } = assignToIncidents(inNoIncident, kept)
  const { groups, absorbed } = correlate(unassigned, kept, online, nowMs)
  const absorbedIds = new Set(absorbed.map(({ id }) => id))
  return {
    dropped: [...dropped, ...absorbed].map(({ id }) => id),
    ended: ended.map(({ id, returned: { count, lastAtMs } }) => ({
      id,
      endedAtMs: count ? lastAtMs : nowMs,
    })),
    // Devices whose incident was absorbed join the wider incident in the next run.
    joined: joined.filter(({ incidentId }) => !absorbedIds.has(incidentId)),
    opened: toNewIncidents(groups, incidents, nowMs),
  }
}

function partition(incidents: readonly OpenIncident[], isFirst: (incident: OpenIncident) => boolean) {
  const parts: [OpenIncident[], OpenIncident[]] = [[], []]
  for (const incident of incidents) parts[isFirst(incident) ? 0 : 1].push(incident)
  return parts
}

/** Whether an incident is over although some of its devices are silent. */
function isOver({ kind, notReturned, returned }: OpenIncident, nowMs: number): boolean {
  const { count, firstAtMs, lastAtMs } = returned
  if (kind === 'feed' && count > 0 && firstAtMs < nowMs - MAX_RETURN_MS) return true
  const isSettled = lastAtMs <= nowMs - SETTLED_MS && notReturned.every(isSilent)
  return isSettled && enoughHaveReturned(kind, count, count + notReturned.length)
}

/** Whether an incident is dropped because no message was written about it, and all of its devices are at closed sites. */
function isDroppedWhileClosed(incident: OpenIncident, isClosed: (siteId: string) => boolean): boolean {
  const sites = incident.notReturned.map(({ siteId }) => siteId)
  return !incident.hasMessage && sites.every((id) => id !== null && isClosed(id))
}

/** Adds devices to the incident of the feed or of their site, if it was opened shortly before. Later silence has another cause. */
function assignToIncidents(devices: readonly SilentDevice[], open: readonly OpenIncident[]) {
  const [feed] = open.filter(({ kind }) => kind === 'feed').sort((a, b) => b.openedAtMs - a.openedAtMs)
  const sites = new Map(open.flatMap((one) => (one.kind === 'site' ? [[one.subjectId, one] as const] : [])))
  const joined: JoiningDevice[] = []
  const unassigned: SilentDevice[] = []
  for (const device of devices) {
    const wider = [feed, sites.get(device.siteId ?? '')]
    const incident = wider.find((one) => one && device.noticedAtMs <= one.openedAtMs + JOIN_WINDOW_MS)
    if (incident) joined.push({ incidentId: incident.id, device })
    else unassigned.push(device)
  }
  return { joined, unassigned }
}

/**
 * Makes an incident of each group. An incident that replaces others without a message takes the earliest of their opening times.
 * All others open now. This includes a device that is still silent after its last incident, because the message about the end of
 * that one named it.
 */
function toNewIncidents(
  groups: readonly SilentGroup[],
  incidents: readonly OpenIncident[],
  nowMs: number,
): NewIncident[] {
  const replaceable = incidents.filter(({ hasMessage }) => !hasMessage)
  const openedAtMsOf = new Map(
    replaceable.flatMap((one) => one.notReturned.map(({ deviceId }) => [deviceId, one.openedAtMs])),
  )
  const openedAtMs = ({ devices }: SilentGroup) =>
    devices.reduce((atMs, { deviceId }) => Math.min(atMs, openedAtMsOf.get(deviceId) ?? nowMs), nowMs)
  return groups.map((group) => ({ ...group, openedAtMs: openedAtMs(group) }))
}
