import { columnNames } from '../../lib/fields.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/time/durations.ts'
import { BOUND_LIST, type Query, query, reader } from '../../storage/database.ts'
import type { Retention } from '../../storage/jobs/retention.ts'
import type { MuteKind, PlaceKind, StoredMute } from './mutes.ts'
import type { Route, RouteState } from './route.ts'

/** The compiler wants each column of a route. */
const COLUMNS = columnNames<keyof Route>({
  id: true,
  format: true,
  url: true,
  token: true,
  after_seconds: true,
  site_id: true,
  quiet_from: true,
  quiet_to: true,
  timezone: true,
  created_at: true,
  failing_since: true,
  disabled_at: true,
})
/** The columns of `alert_routes`, called `r` in the query. */
export const ROUTE_COLUMNS = COLUMNS.map((column) => `r.${column}`).join(', ')
/** SQL: routes `r`, each with its mute `m` if it ever had one. */
export const ROUTES_AND_MUTES =
  "alert_routes r LEFT JOIN alert_mutes m ON m.kind = 'route' AND m.subject_id = r.id"

const ADD_ROUTE = `INSERT INTO alert_routes (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`

export type ListedRoute = Route & {
  readonly muted_until: number | null
  /** How the newest message that was tried went. */
  readonly last_result: string | null
}

/** A query that adds a route. */
export function addRouteQuery(route: Route): Query {
  return { sql: ADD_ROUTE, parameters: COLUMNS.map((column) => route[column]) }
}

export const listRoutes = reader<ListedRoute>(`
SELECT ${ROUTE_COLUMNS}, m.until AS muted_until, (
  SELECT a.last_result FROM alert_messages a
  WHERE a.route_id = r.id AND a.last_result IS NOT NULL ORDER BY a.created_at DESC, a.id LIMIT 1
) AS last_result
FROM ${ROUTES_AND_MUTES}
ORDER BY r.id`)

/** SQL: the state of route `r`. */
const ROUTE_STATE =
  "CASE WHEN r.disabled_at IS NOT NULL THEN 'off' WHEN r.failing_since IS NOT NULL THEN 'failing' ELSE 'working' END"

/** A query for how many routes are in each state; states without any have no row. */
export const countRoutesQuery: Query = {
  sql: `SELECT ${ROUTE_STATE} AS state, count(*) AS number FROM alert_routes r GROUP BY 1`,
}

/** A row of `countRoutesQuery`. */
export interface RouteCount {
  readonly state: RouteState
  readonly number: number
}

const turnOn = query<[id: string]>(
  'UPDATE alert_routes SET failing_since = NULL, disabled_at = NULL WHERE id = ?',
)
const retryNow = query<[nowMs: number, id: string, afterMs: number]>(
  'UPDATE alert_messages SET next_attempt_at = ? WHERE route_id = ? AND next_attempt_at > ? AND attempts > 0',
)

/** Queries after which messages are sent to a route again, those that failed at once, and it counts as working. */
export function turnOnQueries(id: string, nowMs: number): readonly Query[] {
  return [turnOn(id), retryNow(nowMs, id, nowMs)]
}

/** A query that mutes a device, a site or a route until a time, also if it was muted until another. */
export const putMuteQuery = query<[kind: MuteKind, subjectId: string, untilMs: number]>(`
INSERT INTO alert_mutes (kind, subject_id, until) VALUES (?, ?, ?)
ON CONFLICT (kind, subject_id) DO UPDATE SET until = excluded.until`)

/** A query that ends a mute, if there is one. */
export const deleteMuteQuery = query<[kind: MuteKind, subjectId: string]>(
  'DELETE FROM alert_mutes WHERE kind = ? AND subject_id = ?',
)

/** The mutes that last. */
export const findMutes = reader<StoredMute, [nowMs: number]>(
  'SELECT kind, subject_id, until FROM alert_mutes WHERE until > ?',
)

export type MuteRow = Pick<StoredMute, 'subject_id' | 'until'>

/** A query for those of these devices or sites that are muted. */
export const findMutesOfQuery = query<[kind: PlaceKind, subjectIds: Iterable<string>, nowMs: number]>(
  `SELECT subject_id, until FROM alert_mutes WHERE kind = ? AND subject_id IN ${BOUND_LIST} AND until > ?`,
)

// A message says that its route was told, so it stays until all its incidents are over for as long.
const OLD_MESSAGES = `
FROM alert_messages WHERE created_at < ? AND next_attempt_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM alert_message_incidents t JOIN incidents i ON i.id = t.incident_id
  WHERE t.message_id = alert_messages.id AND (i.ended_at IS NULL OR i.ended_at >= ?)
)`

/** Deletes messages that were sent, or given up, 30 days ago: later than the last end of an incident that is told of. */
export const alertRetention: Retention = {
  name: 'alert-retention',
  keptMs: 30 * DAY_MS,
  // All messages are read to find old ones.
  intervalMs: MINUTE_MS,
  timeLimitMs: MINUTE_MS,
  findOld: `SELECT 1 AS found ${OLD_MESSAGES} LIMIT 1`,
  deleteOld: [`DELETE ${OLD_MESSAGES}`],
}
