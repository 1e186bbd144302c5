import { MINUTE_MS } from '../../lib/time/durations.ts'
import { type Interval, merged, within } from '../../lib/time/intervals.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import { type HistoryFacts, LONGEST_PERIOD_MS, outagesOf, UPTIME_PERIODS, uptimeOf } from './history.ts'
import type { DeviceHistory } from './schema.ts'

/**
 * Describes the history of a device. An outage or absence that has not ended is measured up to the last full minute, so that equal
 * requests get equal responses.
 * @param shownPeriod a period that ends now, whose outages are returned
 */
export function toHistory(
  facts: HistoryFacts,
  absences: readonly Interval[],
  shownPeriod: Interval,
): DeviceHistory {
  const { startMs: sinceMs, endMs: nowMs } = shownPeriod
  const closedShownForMs = Math.min(nowMs - sinceMs, LONGEST_PERIOD_MS)
  const lastFullMinuteMs = nowMs - (nowMs % MINUTE_MS)
  const startMs = lastFullMinuteMs - (nowMs - sinceMs)
  const roundedPeriod = { startMs, endMs: nowMs }
  const beforeRecord = { startMs, endMs: facts.recordedSinceMs ?? lastFullMinuteMs }
  const absencesUntilFullMinute = absences.map((one) =>
    one.endMs < nowMs ? one : { ...one, endMs: lastFullMinuteMs },
  )
  const inPeriod = (intervals: readonly Interval[]) => within(intervals, roundedPeriod)
  const uptimeIn = (periodMs: number) =>
    uptimeOf(facts, absences, { startMs: lastFullMinuteMs - periodMs, endMs: lastFullMinuteMs })
  return {
    uptime_24h: uptimeIn(UPTIME_PERIODS['24h']),
    uptime_30d: uptimeIn(UPTIME_PERIODS['30d']),
    outages: outagesOf(facts, absences, nowMs)
      .filter(({ endedAtMs }) => (endedAtMs ?? nowMs) > sinceMs)
      .map(({ startedAtMs, endedAtMs, interruptions }) => ({
        started_at: isoTime(startedAtMs),
        ended_at: endedAtMs === null ? null : isoTime(endedAtMs),
        duration_seconds: Math.round(((endedAtMs ?? lastFullMinuteMs) - startedAtMs) / 1000),
        interruptions,
      })),
    unknown: toSpans(merged([...inPeriod([beforeRecord]), ...inPeriod(absencesUntilFullMinute)])),
    closed: toSpans(
      facts.closed.filter(({ startMs, endMs }) => endMs > nowMs - closedShownForMs && startMs < nowMs),
    ),
  }
}

function toSpans(intervals: readonly Interval[]) {
  return intervals.map(({ startMs, endMs }) => ({ started_at: isoTime(startMs), ended_at: isoTime(endMs) }))
}
