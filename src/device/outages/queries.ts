import type { Query } from '../../storage/database.ts'
import { defineQuery } from '../../storage/define-query.ts'
import type { Retention } from '../../storage/jobs/retention.ts'
import { OUTAGES_KEPT_MS } from './history.ts'

const deleteFutureStatement = defineQuery<[nowMs: number]>(
  'DELETE FROM service_absences WHERE started_at >= ?',
)
const endNowStatement = defineQuery<[nowMs: number, after: number]>(
  'UPDATE service_absences SET ended_at = ? WHERE ended_at > ?',
)

/** The row of `lastPresenceQuery`. There is none if no service has recorded its presence. */
export type PresenceRow = Readonly<Record<'last_at', number>>

/** The last time that a service that accepts heartbeats recorded its presence. */
export const lastPresenceQuery = defineQuery('SELECT last_at FROM service_presence')

export const recordPresenceStatement = defineQuery<[nowMs: number]>(`
INSERT INTO service_presence (only_row, last_at) VALUES (1, ?)
ON CONFLICT (only_row) DO UPDATE SET last_at = excluded.last_at`)

/** If two absences have the same start, because the clock was set back, the longer absence is kept. */
export const recordAbsenceStatement = defineQuery<[startedAtMs: number, endedAtMs: number]>(`
INSERT INTO service_absences (started_at, ended_at) VALUES (?, ?)
ON CONFLICT (started_at) DO UPDATE SET ended_at = excluded.ended_at WHERE excluded.ended_at > service_absences.ended_at`)

/** Statements that delete or shorten absences in the future. */
export function forgetFutureStatements(nowMs: number): readonly Query[] {
  return [deleteFutureStatement(nowMs), endNowStatement(nowMs, nowMs)]
}

const FIND_OLD =
  'SELECT 1 FROM outages WHERE ended_at < ? UNION ALL SELECT 1 FROM service_absences WHERE ended_at < ? LIMIT 1'
const DELETE_OLD = `
DELETE FROM outages WHERE (device_id, started_at) IN (
  SELECT device_id, started_at FROM outages WHERE ended_at < ? ORDER BY ended_at LIMIT 1000
)`
const DELETE_OLD_ABSENCES = 'DELETE FROM service_absences WHERE ended_at < ?'

/** Deletes outages and absences that are no longer kept. */
export const outageRetention: Retention = {
  name: 'outage-retention',
  keptMs: OUTAGES_KEPT_MS,
  findOldRowQuery: (beforeMs) => ({ sql: FIND_OLD, parameters: [beforeMs, beforeMs] }),
  deleteStatements: [defineQuery(DELETE_OLD), defineQuery(DELETE_OLD_ABSENCES)],
}
