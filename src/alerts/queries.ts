import { defineQuery, defineReader, type Query } from '../storage/database.ts'
import type { AlertRoute, AlertRouteState } from './alert-route.ts'
import { CHATS } from './formats/alert-formats.ts'

/** SQL: routes `r`, each with its mute `m`, which may have ended; `m` is null without one, as after an unmute. */
export const ALERT_ROUTES_AND_MUTES =
  "alert_routes r LEFT JOIN alert_mutes m ON m.kind = 'route' AND m.subject_id = r.id"
/** SQL: whether people read the messages to route `r`. */
export const IS_CHAT = `r.format IN (${CHATS.map((format) => `'${format}'`).join(', ')})`

/** SQL: whether route `r`, with its mute `m`, accepts messages. Its parameter is the time. */
export const ALERT_ROUTE_ACCEPTS = 'r.disabled_at IS NULL AND coalesce(m.until, 0) <= ?'

export type ListedAlertRoute = AlertRoute & {
  readonly muted_until: number | null
  /** The result of the newest message that was attempted; null if there is none. */
  readonly last_result: string | null
}

export function addAlertRouteQuery(alertRoute: AlertRoute): Query {
  const columns = Object.keys(alertRoute)
  return {
    sql: `INSERT INTO alert_routes (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    parameters: Object.values(alertRoute),
  }
}

export const listAlertRoutes = defineReader<ListedAlertRoute>(`
SELECT r.*, m.until AS muted_until, (
  SELECT a.last_result FROM alert_messages a
  WHERE a.route_id = r.id AND a.last_result IS NOT NULL ORDER BY a.created_at DESC, a.id LIMIT 1
) AS last_result
FROM ${ALERT_ROUTES_AND_MUTES}
ORDER BY r.id`)

/** SQL: the state of route `r`. */
const ALERT_ROUTE_STATE =
  "CASE WHEN r.disabled_at IS NOT NULL THEN 'off' WHEN r.failing_since IS NOT NULL THEN 'failing' ELSE 'working' END"

/** Counts the routes in each state. A state without routes has no row. */
export const countAlertRoutes = defineReader<{ readonly state: AlertRouteState; readonly number: number }>(
  `SELECT ${ALERT_ROUTE_STATE} AS state, count(*) AS number FROM alert_routes r GROUP BY 1`,
)

const turnOnQuery = defineQuery<[id: string]>(
  'UPDATE alert_routes SET failing_since = NULL, disabled_at = NULL WHERE id = ?',
)
const retryNowQuery = defineQuery<[nowMs: number, id: string, afterMs: number]>(
  'UPDATE alert_messages SET next_attempt_at = ? WHERE route_id = ? AND next_attempt_at > ? AND attempts > 0',
)

/** Queries that turn a route on: it counts as working, and failed messages are sent again at once. */
export function turnOnQueries(id: string, nowMs: number): readonly Query[] {
  return [turnOnQuery(id), retryNowQuery(nowMs, id, nowMs)]
}
