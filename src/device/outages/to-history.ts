import { type DeviceRecord, outagesOf, UPTIME_PERIODS, uptimeOf } from './history.ts'
import type { Interval } from './intervals.ts'
import type { DeviceHistory } from './schema.ts'

/** Describes what is known of a device. @param outagesSinceMs without outages that ended before */
export function toHistory(
  record: DeviceRecord,
  absences: readonly Interval[],
  nowMs: number,
  outagesSinceMs: number,
): DeviceHistory {
  const uptimeIn = (periodMs: number) =>
    uptimeOf(record, absences, [], { startMs: nowMs - periodMs, endMs: nowMs })
  return {
    uptime_24h: uptimeIn(UPTIME_PERIODS['24h']),
    uptime_30d: uptimeIn(UPTIME_PERIODS['30d']),
    outages: outagesOf(record, absences, nowMs)
      .filter(({ endedAtMs }) => (endedAtMs ?? nowMs) > outagesSinceMs)
      .map(({ startedAtMs, endedAtMs, interruptions }) => ({
        started_at: textOf(startedAtMs),
        ended_at: endedAtMs === null ? null : textOf(endedAtMs),
        duration_seconds: Math.round(((endedAtMs ?? nowMs) - startedAtMs) / 1000),
        interruptions,
      })),
  }
}

function textOf(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
