/** A device is offline when its last heartbeat is older than this. */
export const HEARTBEAT_TIMEOUT_MS = 5 * 60 * 1000

/**
 * Whether a device is online: its last heartbeat is at most five minutes old. A heartbeat from the future,
 * from a device with a clock that is ahead, counts.
 * @param lastHeartbeatAt ISO 8601 in UTC. Digits beyond milliseconds cannot change the result, because the
 *   threshold is a whole millisecond
 */
export function isOnline(lastHeartbeatAt: string | null, nowMs: number): boolean {
  return lastHeartbeatAt !== null && nowMs - Date.parse(lastHeartbeatAt) <= HEARTBEAT_TIMEOUT_MS
}

/** The same rule for timestamps stored as text: the texts from which a device counts as online. */
export interface OnlineThreshold {
  /**
   * The shortest text of the threshold, without the Z. More precise texts for the same instant sort at or
   * after it.
   */
  readonly moment: string
  /** The next whole second, without the Z. Texts of earlier times sort before it, with their Z or not. */
  readonly second: string
}

/** The time from which a last heartbeat makes a device online now. */
export function onlineThreshold(nowMs: number): OnlineThreshold {
  const sinceMs = nowMs - HEARTBEAT_TIMEOUT_MS
  const textOf = (timeMs: number) => new Date(timeMs).toISOString().replace(/\.?0*Z$/, '')
  return { moment: textOf(sinceMs), second: textOf(Math.floor(sinceMs / 1000) * 1000 + 1000) }
}
