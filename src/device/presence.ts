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

/** The same rule for timestamps as they are stored: where the texts of those begin that count. */
export interface OnlineSince {
  /** The shortest text of that time, without the Z: whatever names the same time with more digits is not before it. */
  readonly moment: string
  /** The next whole second: no text that is before it as a time is after it as a text, Z or not. */
  readonly second: string
}

/** Since when a device must have been heard of to be online now. */
export function onlineSince(nowMs: number): OnlineSince {
  const sinceMs = nowMs - HEARTBEAT_TIMEOUT_MS
  const textOf = (timeMs: number) => new Date(timeMs).toISOString().replace(/\.?0*Z$/, '')
  return { moment: textOf(sinceMs), second: textOf(Math.floor(sinceMs / 1000) * 1000 + 1000) }
}
