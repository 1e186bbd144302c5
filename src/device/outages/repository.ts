import { groupBy } from '../../group-by.ts'
import type { Interval } from '../../intervals.ts'
import { closedTimes, DAY_MS, midnightBefore } from '../../site/closed-times.ts'
import { BOUND_LIST, boundList, type Query, type Readable } from '../../storage/database.ts'
import type { DeviceRow } from '../repository.ts'
import { OUTAGES_KEPT_MS, UPTIME_PERIODS } from './history.ts'
import type { DeviceHistory } from './schema.ts'
import { LONGEST_PAUSE_MS } from './service-beats.ts'
import { toHistory } from './to-history.ts'

const RECORDED = `
SELECT d.id, d.recorded_since, s.timezone, s.hours
FROM devices d LEFT JOIN sites s ON s.id = d.site_id
WHERE d.id IN ${BOUND_LIST}`
const OUTAGES = `
SELECT device_id, started_at, ended_at FROM outages
WHERE device_id IN ${BOUND_LIST} AND ended_at > ?
ORDER BY device_id, started_at`
const ABSENCES = `
SELECT started_at, ended_at FROM service_absences WHERE ended_at > ?
UNION ALL
SELECT last_at, ? FROM service_beats WHERE last_at < ?
ORDER BY started_at`

/** A row of `service_absences`, and a part of one of `outages`. */
export interface IntervalRow {
  readonly started_at: number
  readonly ended_at: number
}
interface RecordedRow {
  readonly id: string
  readonly recorded_since: number | null
  /** Of its site, like its hours. */
  readonly timezone: string | null
  readonly hours: string | null
}
type Rows = [RecordedRow[], (IntervalRow & { readonly device_id: string })[], IntervalRow[]]

/**
 * Reads the histories of devices, by their ids.
 * @param shownMs how far back their outages are shown
 */
export async function readHistories(
  database: Readable,
  devices: readonly Pick<DeviceRow, 'id' | 'last_heartbeat_at'>[],
  nowMs: number,
  shownMs: number,
): Promise<Map<string, DeviceHistory>> {
  const ids = boundList(devices.map(({ id }) => id))
  const sinceMs = nowMs - Math.max(shownMs, UPTIME_PERIODS['30d'])
  const [recorded, outages, absences] = await database.snapshot<Rows>([
    { sql: RECORDED, parameters: [ids] },
    { sql: OUTAGES, parameters: [ids, sinceMs] },
    findAbsences(sinceMs, nowMs),
  ])
  const recordedOf = new Map(recorded.map((row) => [row.id, row]))
  const outagesOf = groupBy(outages, ({ device_id }) => device_id)
  const unknown = absences.map(toInterval)
  return new Map(
    devices.map(({ id, last_heartbeat_at: lastAt }) => {
      const lastHeartbeatAtMs = lastAt === null ? null : Date.parse(lastAt)
      const row = recordedOf.get(id)
      const startMs = Math.min(sinceMs, Math.max(lastHeartbeatAtMs ?? sinceMs, nowMs - OUTAGES_KEPT_MS))
      const record = {
        lastHeartbeatAtMs,
        recordedSinceMs: row?.recorded_since ?? null,
        pastOutages: (outagesOf.get(id) ?? []).map(toInterval),
        closed: closedTimesOf(row, { startMs, endMs: nowMs }),
      }
      return [id, toHistory(record, unknown, { startMs: nowMs - shownMs, endMs: nowMs })]
    }),
  )
}

/** On whole days: a time that is cut off now would make each response differ from the one before. */
function closedTimesOf(row: RecordedRow | undefined, { startMs, endMs }: Interval): Interval[] {
  if (!row?.timezone || row.hours === null) return []
  const days = { startMs: midnightBefore(startMs), endMs: midnightBefore(endMs) + DAY_MS }
  return closedTimes({ timezone: row.timezone, hours: JSON.parse(row.hours) }, days)
}

/** A query for the times in which no service was there: also for the one that lasts, which a service that only reads may notice. */
export function findAbsences(sinceMs: number, nowMs: number): Query {
  return { sql: ABSENCES, parameters: [sinceMs, nowMs, nowMs - LONGEST_PAUSE_MS] }
}

export function toInterval({ started_at, ended_at }: IntervalRow): Interval {
  return { startMs: started_at, endMs: ended_at }
}
