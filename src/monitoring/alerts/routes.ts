import { deleteRows } from '../../storage/chunks.ts'
import type { Database, Query } from '../../storage/database.ts'

/** What a route sends. Each is a file in `formats/`. */
export const ROUTE_FORMATS = ['slack', 'teams', 'discord', 'ntfy', 'pagerduty', 'webhook'] as const
export type RouteFormat = (typeof ROUTE_FORMATS)[number]
/** Those that people read. */
export const CHATS: readonly RouteFormat[] = ['slack', 'teams', 'discord', 'ntfy']

/** Whether people read what is sent in a format: then one message tells of several incidents. Programs get one for each. */
export function isChat(format: RouteFormat): boolean {
  return CHATS.includes(format)
}

/** Who receives messages. The URL and the token are secrets. */
export interface Receiver {
  readonly format: RouteFormat
  readonly url: string
  /** What the receiver asks for, or the secret that signs messages. */
  readonly token: string | null
}

/** A row of `alert_routes`. Times are in milliseconds. */
export interface Route extends Receiver {
  readonly id: string
  /** How long an incident must last; null for the default of its kind. */
  readonly after_seconds: number | null
  /** Null if it is told of all sites. */
  readonly site_id: string | null
  readonly quiet_from: string | null
  readonly quiet_to: string | null
  readonly timezone: string | null
  readonly created_at: number
  readonly failing_since: number | null
  /** Since when nothing is sent to it, because that failed for too long. */
  readonly disabled_at: number | null
}

const COLUMNS = [
  'id',
  'format',
  'url',
  'token',
  'after_seconds',
  'site_id',
  'quiet_from',
  'quiet_to',
  'timezone',
  'created_at',
  'failing_since',
  'disabled_at',
] as const satisfies readonly (keyof Route)[]
/** The columns of `alert_routes`, called `r` in the query. */
export const ROUTE_COLUMNS = COLUMNS.map((column) => `r.${column}`).join(', ')

const ADD = `INSERT INTO alert_routes (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`
const LIST = `
SELECT ${ROUTE_COLUMNS}, m.until AS muted_until, (
  SELECT a.last_result FROM alert_messages a
  WHERE a.route_id = r.id AND a.last_result IS NOT NULL ORDER BY a.created_at DESC, a.id LIMIT 1
) AS last_result
FROM alert_routes r LEFT JOIN alert_mutes m ON m.kind = 'route' AND m.subject_id = r.id
ORDER BY r.id`
const TURN_ON = 'UPDATE alert_routes SET failing_since = NULL, disabled_at = NULL WHERE id = ?'

export type ListedRoute = Route & {
  readonly muted_until: number | null
  /** How the newest message that was tried went. */
  readonly last_result: string | null
}

/** SQL that adds a route. */
export function addRoute(route: Route): Query {
  return { sql: ADD, parameters: COLUMNS.map((column) => route[column]) }
}

export function listRoutes(database: Database): Promise<ListedRoute[]> {
  return database.all<ListedRoute>(LIST)
}

/** A route fails while nothing can be sent to it, and is turned off if that lasts. */
export type RouteState = 'working' | 'failing' | 'off'

/** SQL: the state of route `r`. */
const STATE =
  "CASE WHEN r.disabled_at IS NOT NULL THEN 'off' WHEN r.failing_since IS NOT NULL THEN 'failing' ELSE 'working' END"
const COUNT = `SELECT ${STATE} AS state, count(*) AS number FROM alert_routes r GROUP BY 1`

/** A query for how many routes are in each state; states without any have no row. */
export const countRoutes: Query = { sql: COUNT, parameters: [] }

/** A row of `countRoutes`. */
export interface RouteCount {
  readonly state: RouteState
  readonly number: number
}

/** SQL after which messages are sent to a route again, and it counts as working. */
export function turnOn(id: string): Query {
  return { sql: TURN_ON, parameters: [id] }
}

/** SQL that deletes routes with their messages. */
export const deleteRoutes = (ids: Iterable<string>) => deleteRows('alert_routes', ids)

/** An address as messages and the log may contain it: everything after the host can be a secret. */
export function shownUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? origin : `${origin}/…`
}
