import { groupBy } from '../../lib/group-by.ts'
import { flatMapInSlices } from '../../lib/slices.ts'
import { DAY_MS } from '../../lib/time/durations.ts'
import { type Interval, merged } from '../../lib/time/intervals.ts'
import type { Query, QueryRunner } from '../../storage/database.ts'
import { BOUND_LIST, defineQuery } from '../../storage/define-query.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../online.ts'
import { readCalendars } from '../sites/calendars.ts'
import { startOfUtcDay } from '../sites/closed-times.ts'
import { LONGEST_PERIOD_MS, OUTAGES_KEPT_MS } from './history.ts'
import type { DeviceHistory } from './schema.ts'
import { MAX_PRESENCE_GAP_MS } from './service-presence.ts'
import { toHistory } from './to-history.ts'

const recordedQuery = defineQuery<[deviceIds: readonly string[]]>(`
SELECT d.id, d.recorded_since, s.id AS site, s.timezone, v.version AS hours_version
FROM devices d LEFT JOIN sites s ON s.id = d.site_id LEFT JOIN site_hours_versions v ON v.site_id = s.id
WHERE d.id IN ${BOUND_LIST}`)
/** The silences of devices that ended after a time. Silences are stored whether the site was open or not. */
export const outagesQuery = defineQuery<[deviceIds: readonly string[], endedAfterMs: number]>(`
SELECT device_id, started_at, ended_at FROM outages
WHERE device_id IN ${BOUND_LIST} AND ended_at > ?
ORDER BY device_id, started_at`)
const ENDED_ABSENCES = 'SELECT started_at, ended_at FROM service_absences WHERE ended_at > ?'
const ABSENCES = `
${ENDED_ABSENCES}
UNION ALL
SELECT last_at, CASE WHEN last_at + ? < ? THEN last_at + ? ELSE ? END FROM service_presence WHERE last_at < ?
ORDER BY started_at`
/**
 * A current absence is cut to a day. If it lasts longer, another program probably writes the heartbeats, without recording a
 * presence. The trigger `devices_returned` repeats this.
 */
const MAX_ABSENCE_MS = DAY_MS

/** The times of a row of `service_absences` or `outages`. */
export interface IntervalRow {
  readonly started_at: number
  readonly ended_at: number
}

interface RecordedRow {
  readonly id: string
  readonly recorded_since: number | null
  readonly site: string | null
  /** The time zone of the site; null without a site. */
  readonly timezone: string | null
  /** The version of the hours of the site; null without hours. */
  readonly hours_version: string | null
}
export type OutageRow = IntervalRow & { readonly device_id: string }
type Rows = [RecordedRow[], OutageRow[], IntervalRow[]]

/**
 * Reads the histories of devices, by their ids.
 * @param shownMs how far back their outages are shown
 */
export async function readHistories(
  database: QueryRunner,
  devices: readonly { readonly id: string; readonly last_heartbeat_at: string | null }[],
  nowMs: number,
  shownMs: number,
): Promise<Map<string, DeviceHistory>> {
  const ids = devices.map(({ id }) => id)
  const sinceMs = nowMs - Math.max(shownMs, LONGEST_PERIOD_MS)
  const [recorded, outages, absenceRows] = await database.readTogether<Rows>([
    recordedQuery(ids),
    outagesQuery(ids, sinceMs),
    absencesQuery(sinceMs, nowMs, MAX_ABSENCE_MS),
  ])
  const lastHeartbeatMsOf = new Map(
    devices.map(({ id, last_heartbeat_at: at }) => [id, at === null ? null : Date.parse(at)]),
  )
  const absences = merged(absenceRows.map(toInterval))
  const closedTimesOf = await readClosed(database, recorded, sinceMs, nowMs)
  const outageRows = groupBy(outages, ({ device_id }) => device_id)
  const histories = await flatMapInSlices(recorded, (row) => {
    const lastHeartbeatAtMs = lastHeartbeatMsOf.get(row.id) ?? null
    const facts = {
      lastHeartbeatAtMs,
      // An import may have reset the device to never connected.
      recordedSinceMs: lastHeartbeatAtMs === null ? null : row.recorded_since,
      pastSilences: (outageRows.get(row.id) ?? []).map(toInterval),
      closed: closedTimesOf(row.site ?? ''),
    }
    return [[row.id, toHistory(facts, absences, { startMs: nowMs - shownMs, endMs: nowMs })] as const]
  })
  return new Map(histories)
}

/**
 * Reads when the sites of devices were closed. The period is rounded to whole days, so that repeated requests get equal responses.
 * Silence before the period must not count as an outage, so a site counts as closed then.
 * @returns a function that returns the closed times of a site
 */
async function readClosed(
  database: QueryRunner,
  devices: readonly RecordedRow[],
  sinceMs: number,
  nowMs: number,
): Promise<(siteId: string) => readonly Interval[]> {
  const days = { startMs: startOfUtcDay(sinceMs), endMs: startOfUtcDay(nowMs) + DAY_MS }
  const sites = devices.flatMap(({ site: id, timezone, hours_version }) =>
    id === null || timezone === null ? [] : { id, timezone, hours_version },
  )
  const calendars = await readCalendars(database, sites, days.startMs, nowMs)
  const before = { startMs: 0, endMs: days.startMs }
  return (siteId) => [before, ...(calendars.get(siteId)?.closedWithin(days) ?? [])]
}

export function toInterval({ started_at, ended_at }: IntervalRow): Interval {
  return { startMs: started_at, endMs: ended_at }
}

/** The absences that ended after a time. They may overlap. */
export const endedAbsencesQuery = defineQuery<[sinceMs: number]>(ENDED_ABSENCES)

/**
 * A query for absences: times in which no service accepted heartbeats, including a current one.
 * @param longestMs how much of a current absence counts; by default all of it
 */
function absencesQuery(sinceMs: number, nowMs: number, longestMs = nowMs): Query {
  return {
    sql: ABSENCES,
    parameters: [sinceMs, longestMs, nowMs, longestMs, nowMs, nowMs - MAX_PRESENCE_GAP_MS],
  }
}

/** Reads absences as far back as outages are kept; sorted, without overlaps. */
export async function readAbsences(database: QueryRunner, nowMs: number): Promise<Interval[]> {
  const rows = await database.all<IntervalRow>(absencesQuery(nowMs - OUTAGES_KEPT_MS, nowMs))
  return merged(rows.map(toInterval))
}

/** Whether an absence ended so recently that devices may not have reported since. */
export function isCatchingUp(absences: readonly Interval[], nowMs: number): boolean {
  return (absences.at(-1)?.endMs ?? 0) > nowMs - HEARTBEAT_TIMEOUT_MS
}
