import { groupBy } from '../../group-by.ts'
import { BOUND_LIST, boundList, type Readable } from '../../storage/database.ts'
import type { DeviceRow } from '../repository.ts'
import { UPTIME_PERIODS } from './history.ts'
import type { Interval } from './intervals.ts'
import type { DeviceHistory } from './schema.ts'
import { LONGEST_PAUSE_MS } from './service-beats.ts'
import { toHistory } from './to-history.ts'

const RECORDED_SINCE = `SELECT id, recorded_since FROM devices WHERE id IN ${BOUND_LIST}`
const OUTAGES = `
SELECT device_id, started_at, ended_at FROM outages
WHERE device_id IN ${BOUND_LIST} AND ended_at > ?
ORDER BY device_id, started_at`
// Also the one that lasts, which a service that only reads may notice.
const ABSENCES = `
SELECT started_at, ended_at FROM service_absences WHERE ended_at > ?
UNION ALL
SELECT last_at, ? FROM service_beats WHERE last_at < ?
ORDER BY started_at`

interface IntervalRow {
  readonly started_at: number
  readonly ended_at: number
}
type Rows = [
  { readonly id: string; readonly recorded_since: number | null }[],
  (IntervalRow & { readonly device_id: string })[],
  IntervalRow[],
]

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
  const [since, outages, absences] = await database.snapshot<Rows>([
    { sql: RECORDED_SINCE, parameters: [ids] },
    { sql: OUTAGES, parameters: [ids, sinceMs] },
    { sql: ABSENCES, parameters: [sinceMs, nowMs, nowMs - LONGEST_PAUSE_MS] },
  ])
  const recordedSince = new Map(since.map(({ id, recorded_since }) => [id, recorded_since]))
  const outagesOf = groupBy(outages, ({ device_id }) => device_id)
  const unknown = absences.map(toInterval)
  return new Map(
    devices.map(({ id, last_heartbeat_at: lastAt }) => {
      const record = {
        lastHeartbeatAtMs: lastAt === null ? null : Date.parse(lastAt),
        recordedSinceMs: recordedSince.get(id) ?? null,
        pastOutages: (outagesOf.get(id) ?? []).map(toInterval),
      }
      return [id, toHistory(record, unknown, { startMs: nowMs - shownMs, endMs: nowMs })]
    }),
  )
}

function toInterval({ started_at, ended_at }: IntervalRow): Interval {
  return { startMs: started_at, endMs: ended_at }
}
