import type { Query } from '../storage/database.ts'
import { defineReader } from '../storage/define-query.ts'
import type { AlertRoute } from './alert-route.ts'
import { ALERT_FORMAT_NAMES, isForPeople } from './formats/alert-formats.ts'

/** SQL: routes `r`, each with its latest mute `m`, which may be over; null if there is none. */
export const ALERT_ROUTES_AND_MUTES =
  "alert_routes r LEFT JOIN alert_mutes m ON m.kind = 'route' AND m.subject_id = r.id"
const PEOPLE_FORMATS = ALERT_FORMAT_NAMES.filter(isForPeople).map((format) => `'${format}'`)
/** SQL: whether people read the messages to route `r`. */
export const IS_FOR_PEOPLE = `r.format IN (${PEOPLE_FORMATS.join(', ')})`

/** SQL: whether route `r`, with its mute `m`, accepts messages. Its parameter is the time. */
export const ALERT_ROUTE_ACCEPTS = 'r.off_since IS NULL AND coalesce(m.until, 0) <= ?'

export type ListedAlertRoute = AlertRoute & {
  readonly muted_until: number | null
  /** The result of the newest message that was attempted; null if there is none. */
  readonly last_result: string | null
}

export function addAlertRouteStatement(alertRoute: AlertRoute): Query {
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
