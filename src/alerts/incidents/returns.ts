import { isOnline, MIN_ONLINE_MS } from '../../device/online.ts'
import { groupBy } from '../../lib/group-by.ts'
import { type DeviceReturn, type NotReturnedDevice, type OpenIncident, UNSTABLE } from './incident.ts'
import type { IncidentRow, NotReturnedRow } from './queries/situation.ts'

/**
 * The devices of incidents that have returned, but are not stored as returned yet. A device whose last heartbeat was deleted,
 * which an import can do, counts as returned.
 */
export function findReturns(
  rows: readonly IncidentRow[],
  notReturned: readonly NotReturnedRow[],
  nowMs: number,
): DeviceReturn[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return notReturned.flatMap((device) => {
    const atMs = device.last_heartbeat_at === null ? nowMs : onlineSinceMs(device, nowMs)
    const row = rowOf.get(device.incident_id)
    if (atMs === undefined || row === undefined || !hasStayedOnline(device, row, nowMs)) return []
    return [{ deviceId: device.device_id, incidentId: row.id, atMs }]
  })
}

/** The first heartbeat of a device after its latest silence; undefined if the device is not online. */
function onlineSinceMs(row: NotReturnedRow, nowMs: number): number | undefined {
  const { started_at, last_heartbeat_at, online_since } = row
  const lastAtMs = Date.parse(last_heartbeat_at ?? '')
  const isOnlineAgain = lastAtMs > started_at && isOnline(last_heartbeat_at, nowMs)
  // Without a stored outage, the silence was too short to be one: only the latest heartbeat is known.
  return isOnlineAgain ? (online_since ?? lastAtMs) : undefined
}

function hasStayedOnline(row: NotReturnedRow, { kind, is_unstable }: IncidentRow, nowMs: number): boolean {
  if (row.online_since === null) return true
  const lastAtMs = Math.min(Date.parse(row.last_heartbeat_at ?? ''), nowMs)
  const minOnlineMs = kind === 'device' && is_unstable === 1 ? UNSTABLE.stableMs : MIN_ONLINE_MS
  return lastAtMs - row.online_since >= minOnlineMs
}

/** The open incidents, with these returns applied. */
export function toIncidents(
  rows: readonly IncidentRow[],
  notReturned: readonly NotReturnedRow[],
  returns: readonly DeviceReturn[],
  nowMs: number,
): OpenIncident[] {
  const returnedIds = new Set(returns.map(({ deviceId }) => deviceId))
  const notReturnedOf = groupBy(
    notReturned.filter((device) => !returnedIds.has(device.device_id)),
    ({ incident_id }) => incident_id,
  )
  const returnsOf = groupBy(returns, ({ incidentId }) => incidentId)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    openedAtMs: row.opened_at,
    hasMessage: row.has_message === 1,
    notReturned: (notReturnedOf.get(row.id) ?? []).map((device) => toNotReturnedDevice(device, nowMs)),
    returned: toReturned(row, returnsOf.get(row.id) ?? []),
  }))
}

function toNotReturnedDevice(row: NotReturnedRow, nowMs: number): NotReturnedDevice {
  const { device_id: deviceId, site_id: siteId, started_at: startedAtMs } = row
  return { deviceId, siteId, startedAtMs, onlineSinceMs: onlineSinceMs(row, nowMs) }
}

function toReturned(
  { returned, first_returned_at, last_returned_at }: IncidentRow,
  returns: readonly DeviceReturn[],
): OpenIncident['returned'] {
  // All devices of a large fleet may return at once: too many for the arguments of a function.
  return {
    count: returned + returns.length,
    firstAtMs: returns.reduce((first, { atMs }) => Math.min(first, atMs), first_returned_at ?? Infinity),
    lastAtMs: returns.reduce((last, { atMs }) => Math.max(last, atMs), last_returned_at ?? -Infinity),
  }
}
