import { groupBy } from '../../lib/flow/group-by.ts'
import { MINUTE_MS } from '../../lib/time/durations.ts'
import { findSilentFeed, findSilentSites, type Online } from './correlate.ts'
import {
  areBack,
  type EndedIncident,
  type IncidentMember,
  type NewIncident,
  type NewMember,
  type OpenIncident,
  type Return,
  type SilentDevice,
  type SilentGroup,
} from './incident.ts'

/** A device that falls silent a little later than the rest of its site, or of the feed, belongs to the same incident. */
const JOINS_MS = 300_000
/** Devices that come back are waited for: they start at different speeds. */
const SETTLED_MS = 3 * MINUTE_MS
/** When some devices of a feed are back for as long, the others have another cause. */
const LONGEST_RETURN_MS = 30 * MINUTE_MS

/** What is known at a moment. */
export interface Situation {
  readonly nowMs: number
  /** Those that are in no incident, and whose site is open. */
  readonly silent: readonly SilentDevice[]
  readonly incidents: readonly OpenIncident[]
  readonly isClosed: (siteId: string) => boolean
  /** Whether devices may not have reported since a service was away. */
  readonly isCatchingUp: boolean
  readonly online: Online
}

/** What changes. */
export interface Verdict {
  /** Incidents without a message that are now part of a wider one, or asleep. */
  readonly dropped: readonly OpenIncident[]
  readonly ended: readonly EndedIncident[]
  /** The devices of those that are online when they end, if only for a moment so far. */
  readonly backAtEnd: readonly Return[]
  readonly joined: readonly NewMember[]
  readonly opened: readonly NewIncident[]
}

/** Decides which incidents end, widen and begin. */
export function judge({ nowMs, silent, incidents, isClosed, isCatchingUp, online }: Situation): Verdict {
  const [over, lasting] = split(
    incidents,
    (incident) => areAllBack(incident) || (!isCatchingUp && isOver(incident, nowMs)),
  )
  const [asleep, open] = split(lasting, (incident) => isAsleep(incident, isClosed))
  const loose = [...silent, ...over.flatMap((incident) => incident.silent.filter(isSilent))]
  const { joined, alone } = join(loose, open)
  const { groups, absorbed } = correlate(alone, withJoined(open, joined), online, nowMs)
  const absorbedIds = new Set(absorbed.map(({ id }) => id))
  const unwritten = incidents.filter(({ hasMessage }) => !hasMessage)
  const openedMs = new Map(
    unwritten.flatMap((one) => one.silent.map(({ deviceId }) => [deviceId, one.openedMs])),
  )
  return {
    dropped: [...asleep, ...absorbed],
    ended: over.map((incident) => ({
      incident,
      endedMs: incident.returned.count > 0 ? incident.returned.lastMs : nowMs,
    })),
    backAtEnd: over.flatMap(backAtEndOf),
    joined: joined.filter(({ incidentId }) => !absorbedIds.has(incidentId)),
    opened: groups.map((group) => ({ ...group, openedMs: openedMsOf(group, openedMs, nowMs) })),
  }
}

function split(incidents: readonly OpenIncident[], isFirst: (incident: OpenIncident) => boolean) {
  const parts: [OpenIncident[], OpenIncident[]] = [[], []]
  for (const incident of incidents) parts[isFirst(incident) ? 0 : 1].push(incident)
  return parts
}

function areAllBack({ silent }: OpenIncident): boolean {
  return silent.length === 0
}

/**
 * What takes the place of incidents without a message was noticed when they were. What is left of one that had one begins
 * anew: its end has just named the devices.
 */
function openedMsOf({ devices }: SilentGroup, openedMs: ReadonlyMap<string, number>, nowMs: number): number {
  return devices.reduce(
    (earliestMs, { deviceId }) => Math.min(earliestMs, openedMs.get(deviceId) ?? nowMs),
    nowMs,
  )
}

/** Whether an incident is over although some of its devices are silent. */
function isOver({ kind, silent, returned }: OpenIncident, nowMs: number): boolean {
  const { count, firstMs, lastMs } = returned
  if (kind === 'feed' && count > 0 && firstMs < nowMs - LONGEST_RETURN_MS) return true
  const isSettled = lastMs <= nowMs - SETTLED_MS && silent.every(isSilent)
  return isSettled && areBack(kind, count, count + silent.length)
}

function isSilent({ heardAgainMs }: IncidentMember): boolean {
  return heardAgainMs === undefined
}

function backAtEndOf({ id, silent }: OpenIncident): Return[] {
  return silent.flatMap(({ deviceId, heardAgainMs: atMs }) =>
    atMs === undefined ? [] : [{ deviceId, incidentId: id, atMs }],
  )
}

/** At night, nobody is to be told of what had no message by day. */
function isAsleep(incident: OpenIncident, isClosed: (siteId: string) => boolean): boolean {
  const sites = incident.silent.map(({ siteId }) => siteId)
  return !incident.hasMessage && sites.every((id) => id !== null && isClosed(id))
}

/** Devices that fall silent just after a feed, or after their site, are part of that. What does so later has another cause. */
function join(devices: readonly SilentDevice[], open: readonly OpenIncident[]) {
  const [feed] = open.filter(({ kind }) => kind === 'feed').sort((a, b) => b.openedMs - a.openedMs)
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

function isSoonAfter({ noticedMs }: SilentDevice, { openedMs }: OpenIncident): boolean {
  return noticedMs <= openedMs + JOINS_MS
}

/** The incidents with the devices that join them: what absorbs an incident absorbs those as well. */
function withJoined(open: readonly OpenIncident[], joined: readonly NewMember[]): OpenIncident[] {
  const devicesOf = groupBy(joined, ({ incidentId }) => incidentId)
  return open.map((incident) => {
    const members = (devicesOf.get(incident.id) ?? []).map(({ device }) => ({
      ...device,
      heardAgainMs: undefined,
    }))
    return { ...incident, silent: [...incident.silent, ...members] }
  })
}

/**
 * The incidents that devices are, the widest first. They take the place of narrower ones without a message. Only where
 * devices have just fallen silent can there be a new one.
 */
function correlate(
  alone: readonly SilentDevice[],
  open: readonly OpenIncident[],
  online: Online,
  nowMs: number,
) {
  if (alone.length === 0) return { groups: [], absorbed: [] }
  const unwritten = open.filter(({ kind, hasMessage }) => kind !== 'feed' && !hasMessage)
  const feed = findSilentFeed([...alone, ...unwritten.flatMap(({ silent }) => silent)], online, nowMs)
  if (feed) return toGroups([feed], alone, unwritten)
  const siteIds = new Set(alone.map(({ siteId }) => siteId))
  const nearby = unwritten.filter(
    ({ kind, silent: [first] }) => kind === 'device' && first && siteIds.has(first.siteId),
  )
  return toGroups(
    findSilentSites([...alone, ...nearby.flatMap(({ silent }) => silent)], online),
    alone,
    nearby,
  )
}

/** Adds the other devices of what is absorbed to the incidents that absorb it, and an incident for each device that is left. */
function toGroups(
  wide: readonly SilentGroup[],
  alone: readonly SilentDevice[],
  narrower: readonly OpenIncident[],
) {
  const inWide = new Set(wide.flatMap(({ devices }) => devices.map(({ deviceId }) => deviceId)))
  const absorbed = narrower.filter((incident) => incident.silent.some(({ deviceId }) => inWide.has(deviceId)))
  const left = [...alone, ...absorbed.flatMap((incident) => incident.silent)].filter(
    ({ deviceId }) => !inWide.has(deviceId),
  )
  const single = left.map(
    (device): SilentGroup => ({ kind: 'device', subjectId: device.deviceId, devices: [device] }),
  )
  return { groups: [...wide, ...single], absorbed }
}
