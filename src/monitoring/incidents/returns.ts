import { LEAST_ONLINE_MS } from '../../device/outages/history.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../../device/presence.ts'
import { MINUTE_MS } from '../../lib/time/durations.ts'
import type { IncidentRow, MemberRow } from './queries/open-incidents.ts'

/** An unstable one is, when it had no outage for as long. */
const LEAST_STABLE_MS = 60 * MINUTE_MS

/** The first heartbeat since a device of an incident fell silent last, if it is online. */
export function heardAgainMs(row: MemberRow, nowMs: number): number | undefined {
  const { started_at, last_heartbeat_at, heard_again_at } = row
  const lastMs = Date.parse(last_heartbeat_at ?? '')
  const isHeard = lastMs > started_at && nowMs - lastMs <= HEARTBEAT_TIMEOUT_MS
  // Without an outage that has ended, its silence was too short, as far as it is known now.
  return isHeard ? (heard_again_at ?? lastMs) : undefined
}

/** Whether a device of an incident has come back to stay. */
export function hasStayed(row: MemberRow, { kind, is_unstable }: IncidentRow, nowMs: number): boolean {
  if (row.heard_again_at === null) return true
  const lastMs = Math.min(Date.parse(row.last_heartbeat_at ?? ''), nowMs)
  const leastMs = kind === 'device' && is_unstable === 1 ? LEAST_STABLE_MS : LEAST_ONLINE_MS
  return lastMs - row.heard_again_at >= leastMs
}
