import { MINUTE_MS } from '../lib/time/durations.ts'

/**
 * A device is offline if its last heartbeat is older than this. The trigger `devices_returned` contains the value twice (`300` and
 * `300000`); a test compares them. A new value does not change outages that are stored.
 */
export const HEARTBEAT_TIMEOUT_MS = 5 * MINUTE_MS

/** Two outages with less than this between them count as one outage, and as one incident. */
export const MIN_ONLINE_MS = 2 * MINUTE_MS

/**
 * Whether a device is online: its last heartbeat is at most five minutes old. A heartbeat from the future,
 * from a device with a clock that is ahead, counts.
 * @param lastHeartbeatAt ISO 8601 in UTC. Digits beyond milliseconds cannot change the result, because the
 *   threshold is a whole millisecond
 */
export function isOnline(lastHeartbeatAt: string | null, nowMs: number): boolean {
  return lastHeartbeatAt !== null && nowMs - Date.parse(lastHeartbeatAt) <= HEARTBEAT_TIMEOUT_MS
}

/**
 * SQL: whether device `d` is online, by the same rule; with `onlineParameters`. Timestamps are compared as texts, through the
 * index. For two times within the same second, the comparison may be wrong, because `55.1Z` sorts after `55.12Z`. So texts from
 * the second of the threshold are also compared without their `Z`.
 */
export const IS_ONLINE = `
  (d.last_heartbeat_at >= ? AND (d.last_heartbeat_at >= ? OR rtrim(d.last_heartbeat_at, 'Z') >= ?))`

export type OnlineParameters = [moment: string, second: string, momentAgain: string]

/** The parameters of `IS_ONLINE`. */
export function onlineParameters(nowMs: number): OnlineParameters {
  const sinceMs = nowMs - HEARTBEAT_TIMEOUT_MS
  const textOf = (timeMs: number) => new Date(timeMs).toISOString().replace(/\.?0{0,3}Z$/, '')
  // The shortest text of the threshold. More precise texts for the same instant sort at or after it.
  const moment = textOf(sinceMs)
  // The next whole second. All texts from the second of the threshold sort before it.
  const second = textOf(Math.floor(sinceMs / 1000) * 1000 + 1000)
  return [moment, second, moment]
}

/** SQL: whether device `d` was online and is no longer; with `silentParameters`. The first condition uses the index. */
export const IS_SILENT = `(d.last_heartbeat_at < ? AND NOT ${IS_ONLINE})`

/** The parameters of `IS_SILENT`. */
export function silentParameters(nowMs: number): [second: string, ...OnlineParameters] {
  const online = onlineParameters(nowMs)
  return [online[1], ...online]
}
