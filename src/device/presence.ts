/** A device is offline when its last heartbeat is older than this. */
export const HEARTBEAT_TIMEOUT_MS = 5 * 60 * 1000

/**
 * Whether a device is online: it has been heard of, at most five minutes ago. A heartbeat from the future
 * (a clock that is ahead) counts.
 * @param lastHeartbeatAt ISO 8601 in UTC; a fraction finer than a millisecond cannot change the answer, as
 *   the limit falls on a whole one
 */
export function isOnline(lastHeartbeatAt: string | null, nowMs: number): boolean {
  return lastHeartbeatAt !== null && nowMs - Date.parse(lastHeartbeatAt) <= HEARTBEAT_TIMEOUT_MS
}
