import { BOUND_LIST, boundList, type Database, type Query, query, reader } from '../../../storage/database.ts'
import type { MessageKind } from '../message-kind.ts'
import type { MutableRoute } from '../outbox/quiet-hours.ts'
import { ROUTE_COLUMNS, ROUTES_AND_MUTES } from '../queries.ts'
import type { Destination, Route } from '../route.ts'

/** A query for how many messages were neither sent nor given up, and when the oldest was written. It has one row. */
export const countWaitingQuery: Query = {
  sql: `
SELECT count(*) AS messages, min(created_at) AS oldest_at FROM alert_messages WHERE next_attempt_at IS NOT NULL`,
}

/** The row of `countWaitingQuery`. */
export interface Waiting {
  readonly messages: number
  readonly oldest_at: number | null
}

/** A message that is to be sent now, with where it goes. */
export interface DueMessage extends Destination, Pick<Route, 'format' | 'after_seconds'> {
  readonly id: string
  readonly route_id: string
  readonly kind: MessageKind
  readonly body: string
  /** How often it was tried, this time included. */
  readonly attempts: number
}

/** Finds the routes that are on and have messages whose next attempt is due. */
export const findDueRoutes = reader<MutableRoute & { readonly id: string }, [nowMs: number]>(`
SELECT ${ROUTE_COLUMNS}, m.until AS muted_until
FROM ${ROUTES_AND_MUTES}
WHERE r.disabled_at IS NULL AND r.id IN (SELECT route_id FROM alert_messages WHERE next_attempt_at <= ?)`)

/** How many messages of a route are looked at: some may not be true at the moment. */
const CANDIDATES = 50
// The oldest of each route.
const DUE_MESSAGES = `
SELECT id, route_id, kind, body, attempts, format, url, token, after_seconds FROM (
  SELECT a.id, a.route_id, a.kind, a.body, a.attempts + 1 AS attempts, a.created_at,
    r.format, r.url, r.token, r.after_seconds,
    row_number() OVER (PARTITION BY a.route_id ORDER BY a.created_at, a.id) AS place
  FROM alert_messages a JOIN alert_routes r ON r.id = a.route_id
  WHERE a.next_attempt_at <= ?
    AND (a.kind = 'opened' AND r.id IN ${BOUND_LIST} OR a.kind = 'resolved' AND r.id IN ${BOUND_LIST})
) AS due
WHERE place <= ${CANDIDATES} ORDER BY created_at, id`

/** Finds the messages whose next attempt is due, of those routes that take their kind. The oldest of each route comes first. */
export function findMessagesOf(
  database: Database,
  routeIds: Readonly<Record<MessageKind, Iterable<string>>>,
  nowMs: number,
): Promise<DueMessage[]> {
  return database.all(DUE_MESSAGES, nowMs, boundList(routeIds.opened), boundList(routeIds.resolved))
}

/** A query for the attempts of those of these messages that are still to be sent now. */
export const findStillDueQuery = query<[nowMs: number, ids: Iterable<string>]>(`
SELECT id, attempts FROM alert_messages WHERE next_attempt_at <= ? AND id IN ${BOUND_LIST}`)

/** A query that counts an attempt to send a message, and sets when there is another if nothing is recorded of this one. */
export const takeMessageQuery = query<[attempts: number, nextMs: number, body: string, id: string]>(
  'UPDATE alert_messages SET attempts = ?, next_attempt_at = ?, body = ? WHERE id = ?',
)

/** A query that sets when a message is looked at again. */
export const waitQuery = query<[nextMs: number, id: string]>(
  'UPDATE alert_messages SET next_attempt_at = ? WHERE id = ? AND next_attempt_at IS NOT NULL',
)

/** A query after which a message does not tell of an incident. */
export const leaveOutQuery = query<[messageId: string, incidentId: string]>(
  'DELETE FROM alert_message_incidents WHERE message_id = ? AND incident_id = ?',
)

/** A query that notes that a message was sent. */
export const sentQuery = query<[nowMs: number, result: string, id: string]>(
  'UPDATE alert_messages SET sent_at = ?, next_attempt_at = NULL, last_result = ? WHERE id = ?',
)

/** A query that notes that a message was not sent, unless it was cancelled meanwhile. It is tried again at `nextMs`, if at all. */
export const notSentQuery = query<[nextMs: number | null, result: string, id: string]>(`
UPDATE alert_messages SET next_attempt_at = ?, last_result = ? WHERE id = ? AND next_attempt_at IS NOT NULL`)

/** What is known of a route that fails, or may. */
export type RouteHealth = Pick<Route, 'id' | 'url' | 'failing_since' | 'disabled_at'>

// Once it is on again, it is told of what is open then.
const FORGET = `
DELETE FROM alert_message_incidents WHERE kind = 'opened' AND message_id IN (
  SELECT id FROM alert_messages WHERE route_id = ? AND sent_at IS NULL
)`
const GIVE_UP_ALL = `
UPDATE alert_messages SET next_attempt_at = NULL, last_result = 'the route was turned off'
WHERE route_id = ? AND next_attempt_at IS NOT NULL`

/** A query for the health of a route. */
export const routeHealthQuery = query<[id: string]>(
  'SELECT id, url, failing_since, disabled_at FROM alert_routes WHERE id = ?',
)

/** A query that sets since when a route fails, and since when it is off. */
export const setRouteHealthQuery = query<
  [failingSinceMs: number | null, disabledAtMs: number | null, id: string]
>('UPDATE alert_routes SET failing_since = ?, disabled_at = ? WHERE id = ?')

/** Queries after which no message is sent to a route. */
export function giveUpAllQueries(id: string): readonly Query[] {
  return [
    { sql: FORGET, parameters: [id] },
    { sql: GIVE_UP_ALL, parameters: [id] },
  ]
}
