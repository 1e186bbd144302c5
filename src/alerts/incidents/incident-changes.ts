import { MINUTE_MS } from '../../lib/time/durations.ts'
import { correlate, type OnlineCounts } from './correlate.ts'
import {
  areBack,
  type EndedIncident,
  type IncidentMember,
  type NewIncident,
  type NewMember,
  type OpenIncident,
  type SilentDevice,
  type SilentGroup,
} from './incident.ts'

/**
 * A device joins the incident of its site or of the feed if its silence is noticed at most this long after the incident was
 * noticed.
 */
const JOINS_MS = 5 * MINUTE_MS
/** How long after the latest return an incident ends, because devices take different times to start. */
const SETTLED_MS = 3 * MINUTE_MS
/** An incident of the feed ends this long after its first device is back. What is still silent then has another cause. */
const LONGEST_RETURN_MS = 30 * MINUTE_MS

/** The silent devices and the incidents at a moment. */
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
  readonly joined: readonly NewMember[]
  readonly opened: readonly NewIncident[]
}

/** Decides which incidents end, widen and begin. */
export function findIncidentChanges({
  nowMs,
  silent,
  incidents,
  isClosed,
  isCatchingUp,
  online,
}: Situation): IncidentChanges {
  const [over, lasting] = split(
    incidents,
    (incident) => incident.notReturned.length === 0 || (!isCatchingUp && isOver(incident, nowMs)),
  )
  const [asleep, open] = split(lasting, (incident) => isAsleep(incident, isClosed))
  const ungrouped = [...silent, ...over.flatMap((incident) => incident.notReturned.filter(isSilent))]
  const { joined, alone } = join(ungrouped, open)
  const { groups, absorbed } = correlate(alone, open, online, nowMs)
  const absorbedIds = new Set(absorbed.map(({ id }) => id))
  const withoutMessage = incidents.filter(({ hasMessage }) => !hasMessage)
  const earlierMs = new Map(
    withoutMessage.flatMap((one) => one.notReturned.map(({ deviceId }) => [deviceId, one.noticedMs])),
  )
  return {
    dropped: [...asleep, ...absorbed].map(({ id }) => id),
    ended: over.map(({ id, returned }) => ({ id, endedMs: returned.count > 0 ? returned.lastMs : nowMs })),
    // Devices whose incident was absorbed join the wider incident in the next run.
    joined: joined.filter(({ incidentId }) => !absorbedIds.has(incidentId)),
    opened: groups.map((group) => ({ ...group, noticedMs: noticedMsOf(group, earlierMs, nowMs) })),
  }
}

function split(incidents: readonly OpenIncident[], isFirst: (incident: OpenIncident) => boolean) {
  const parts: [OpenIncident[], OpenIncident[]] = [[], []]
  for (const incident of incidents) parts[isFirst(incident) ? 0 : 1].push(incident)
  return parts
}

/**
 * When a new incident counts as noticed: when the first of the incidents without a message that it replaces was. Otherwise it is
 * noticed now, also for devices that remain silent after an incident with a message, because the message about its end names them.
 */
function noticedMsOf(
  { devices }: SilentGroup,
  earlierMs: ReadonlyMap<string, number>,
  nowMs: number,
): number {
  return devices.reduce(
    (earliestMs, { deviceId }) => Math.min(earliestMs, earlierMs.get(deviceId) ?? nowMs),
    nowMs,
  )
}

/** Whether an incident is over although some of its devices are silent. */
function isOver({ kind, notReturned, returned }: OpenIncident, nowMs: number): boolean {
  const { count, firstMs, lastMs } = returned
  if (kind === 'feed' && count > 0 && firstMs < nowMs - LONGEST_RETURN_MS) return true
  const isSettled = lastMs <= nowMs - SETTLED_MS && notReturned.every(isSilent)
  return isSettled && areBack(kind, count, count + notReturned.length)
}

function isSilent({ heardAgainMs }: IncidentMember): boolean {
  return heardAgainMs === undefined
}

/** Whether an incident without a message has only devices at closed sites. It is dropped. */
function isAsleep(incident: OpenIncident, isClosed: (siteId: string) => boolean): boolean {
  const sites = incident.notReturned.map(({ siteId }) => siteId)
  return !incident.hasMessage && sites.every((id) => id !== null && isClosed(id))
}

/**
 * Adds devices to the incident of the feed or of their site, if they fell silent soon after it. Later silence has another cause.
 */
function join(devices: readonly SilentDevice[], open: readonly OpenIncident[]) {
  const [feed] = open.filter(({ kind }) => kind === 'feed').sort((a, b) => b.noticedMs - a.noticedMs)
  const sites = new Map(open.flatMap((one) => (one.kind === 'site' ? [[one.subjectId, one] as const] : [])))
  const joined: NewMember[] = []
  const alone: SilentDevice[] = []
  for (const device of devices) {
    const incident = [feed, sites.get(device.siteId ?? '')].find((wide) => wide && isSoonAfter(device, wide))
    if (incident) joined.push({ incidentId: incident.id, device })
    else alone.push(device)
  }
  return { joined, alone }
}

function isSoonAfter(device: SilentDevice, incident: OpenIncident): boolean {
  return device.noticedMs <= incident.noticedMs + JOINS_MS
}
