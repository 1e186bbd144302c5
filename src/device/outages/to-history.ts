import { MINUTE_MS } from '../../lib/time/durations.ts'
import { type Interval, merged, within } from '../../lib/time/intervals.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import { type DeviceRecord, LONGEST_PERIOD_MS, outagesOf, UPTIME_PERIODS, uptimeOf } from './history.ts'
import type { DeviceHistory } from './schema.ts'

/**
 * Describes the history of a device. Times that still last are measured until the last full minute, so that equal requests get
 * equal responses.
 * @param shown a period that ends now, whose outages are returned
 */
export function toHistory(
  record: DeviceRecord,
  absences: readonly Interval[],
  shown: Interval,
): DeviceHistory {
  const { startMs: sinceMs, endMs: nowMs } = shown
  const shownClosedMs = Math.min(nowMs - sinceMs, LONGEST_PERIOD_MS)
  const minuteMs = nowMs - (nowMs % MINUTE_MS)
  const startMs = minuteMs - (nowMs - sinceMs)
  const period = { startMs, endMs: nowMs }
  const before = { startMs, endMs: record.recordedSinceMs ?? minuteMs }
  const absencesUntilNow = absences.map((one) => (one.endMs < nowMs ? one : { ...one, endMs: minuteMs }))
  const uptimeIn = (periodMs: number) =>
    uptimeOf(record, absences, { startMs: minuteMs - periodMs, endMs: minuteMs })
  return {
    uptime_24h: uptimeIn(UPTIME_PERIODS['24h']),
    uptime_30d: uptimeIn(UPTIME_PERIODS['30d']),
    outages: outagesOf(record, absences, nowMs)
      .filter(({ endedAtMs }) => (endedAtMs ?? nowMs) > sinceMs)
      .map(({ startedAtMs, endedAtMs, interruptions }) => ({
        started_at: isoTime(startedAtMs),
        ended_at: endedAtMs === null ? null : isoTime(endedAtMs),
        duration_seconds: Math.round(((endedAtMs ?? minuteMs) - startedAtMs) / 1000),
        interruptions,
      })),
    unknown: toSpans(merged([...within([before], period), ...within(absencesUntilNow, period)])),
    closed: toSpans(
      record.closed.filter(({ startMs, endMs }) => endMs > nowMs - shownClosedMs && startMs < nowMs),
    ),
  }
}

function toSpans(intervals: readonly Interval[]) {
  return intervals.map(({ startMs, endMs }) => ({ started_at: isoTime(startMs), ended_at: isoTime(endMs) }))
}
