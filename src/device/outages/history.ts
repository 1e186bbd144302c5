import { DAY_MS, HOUR_MS } from '../../lib/time/durations.ts'
import { durationOf, gapsIn, type Interval, merged, within, without } from '../../lib/time/intervals.ts'
import { MIN_ONLINE_MS } from '../online.ts'
import { findNoticedAtMs } from './silence.ts'

/** The periods whose uptime is shown. */
export const UPTIME_PERIODS = { '24h': DAY_MS, '30d': 30 * DAY_MS } as const
export const LONGEST_PERIOD_MS = Math.max(...Object.values(UPTIME_PERIODS))
/** Long enough to compare a month with the same month of the year before. */
export const OUTAGES_KEPT_MS = 400 * DAY_MS
/** No uptime is shown if less time than this counts. */
const MIN_COUNTED_MS = HOUR_MS

/** A time in which a device was silent for more than five minutes. */
export interface FoundOutage {
  readonly startedAtMs: number
  /** The first heartbeat after it; null while the outage continues. */
  readonly endedAtMs: number | null
  /** How often the device was online for less than `MIN_ONLINE_MS` meanwhile. */
  readonly interruptions: number
}

/** What the history of a device is computed from. */
export interface HistoryFacts {
  /** Null if it has sent no heartbeat. */
  readonly lastHeartbeatAtMs: number | null
  /** The start of its records. Null if it has sent no heartbeat. */
  readonly recordedSinceMs: number | null
  /** The outages that are over, sorted. */
  readonly pastSilences: readonly Interval[]
  /** When its site was closed, sorted. */
  readonly closed: readonly Interval[]
}

/** The outage of a device that is silent now. */
function currentOutage(
  facts: HistoryFacts,
  absences: readonly Interval[],
  nowMs: number,
): Interval | undefined {
  if (facts.lastHeartbeatAtMs === null) return undefined
  const silence = { startMs: facts.lastHeartbeatAtMs, endMs: nowMs }
  return isOutage(silence, facts, absences) ? silence : undefined
}

function isOutage(silence: Interval, { closed }: HistoryFacts, absences: readonly Interval[]): boolean {
  return findNoticedAtMs(gapsIn(silence, closed), absences) !== undefined
}

function pastOutagesOf(facts: HistoryFacts, absences: readonly Interval[]): Interval[] {
  return facts.pastSilences.filter((outage) => isOutage(outage, facts, absences))
}

/** All outages of a device, the newest first. */
export function outagesOf(facts: HistoryFacts, absences: readonly Interval[], nowMs: number): FoundOutage[] {
  const current = currentOutage(facts, absences, nowMs)
  const past = pastOutagesOf(facts, absences)
  const outages: FoundOutage[] = []
  for (const { startMs, endMs } of [...past, ...(current ? [current] : [])]) {
    const endedAtMs = endMs === current?.endMs && startMs === current.startMs ? null : endMs
    const last = outages.at(-1)
    const isSame = last?.endedAtMs != null && startMs - last.endedAtMs < MIN_ONLINE_MS
    if (isSame) outages[outages.length - 1] = { ...last, endedAtMs, interruptions: last.interruptions + 1 }
    else outages.push({ startedAtMs: startMs, endedAtMs, interruptions: 0 })
  }
  return outages.reverse()
}

/**
 * The share of a period in which a device was up, in percent, rounded down to two decimals: 100 only without any outage. Null if
 * less than an hour of the period counts.
 */
export function uptimeOf(
  facts: HistoryFacts,
  absences: readonly Interval[],
  period: Interval,
): number | null {
  if (facts.recordedSinceMs === null) return null
  const recorded = within([{ startMs: facts.recordedSinceMs, endMs: period.endMs }], period)
  const current = currentOutage(facts, absences, period.endMs)
  const counted = without(without(recorded, facts.closed), absences)
  const past = pastOutagesOf(facts, absences)
  const down = merged([...past, ...(current ? [current] : [])])
  const countedMs = durationOf(counted)
  if (countedMs < MIN_COUNTED_MS) return null
  const downMs = durationOf(down.flatMap((part) => within(counted, part)))
  // Multiplies before dividing: 0.57 * 10,000 is 5,699.99…, which would be rounded down.
  return Math.floor(((countedMs - downMs) * 10_000) / countedMs) / 100
}
