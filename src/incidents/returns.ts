import { HEARTBEAT_TIMEOUT_MS } from '../device/presence.ts'
import type { MemberRow, Return } from './queries.ts'

/** A device that is heard again is back only if it stays for as long: what flaps is one incident. */
const LEAST_ONLINE_MS = 120_000

/** Whether a device of an incident has come back to stay, and since when. */
export function findReturn(row: MemberRow, nowMs: number): Return | undefined {
  const { device_id: deviceId, incident_id: incidentId, started_at, last_heartbeat_at, heard_again_at } = row
  const lastMs = Date.parse(last_heartbeat_at ?? '')
  const isHeard = lastMs > started_at && nowMs - lastMs <= HEARTBEAT_TIMEOUT_MS
  if (!isHeard) return undefined
  // Without an outage that has ended, its silence was too short, as far as it is known now.
  if (heard_again_at === null) return { deviceId, incidentId, atMs: lastMs }
  const hasStayed = Math.min(lastMs, nowMs) - heard_again_at >= LEAST_ONLINE_MS
  return hasStayed ? { deviceId, incidentId, atMs: heard_again_at } : undefined
}
