import { HEARTBEAT_TIMEOUT_MS } from '../device/presence.ts'
import type { MemberRow, Return } from './queries.ts'

/** A device that is heard again is back only if it stays for as long: what flaps is one incident. */
const LEAST_ONLINE_MS = 120_000

/** Whether a device of an incident has come back to stay, and since when. */
export function findReturn(row: MemberRow, nowMs: number): Return | undefined {
  const { id: incidentId, device_id: deviceId, returned_at, last_heartbeat_at: lastAt, started_at } = row
  if (deviceId === null || started_at === null || returned_at !== null || lastAt === null) return undefined
  const lastMs = Date.parse(lastAt)
  const isHeard = lastMs > started_at && nowMs - lastMs <= HEARTBEAT_TIMEOUT_MS
  // Without an outage that has ended, its silence was too short, as far as it is known now.
  const againMs = row.heard_again_at ?? lastMs
  const hasStayed = row.heard_again_at === null || Math.min(lastMs, nowMs) - againMs >= LEAST_ONLINE_MS
  return isHeard && hasStayed ? { deviceId, incidentId, atMs: againMs } : undefined
}
