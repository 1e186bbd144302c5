import { type Database, defineQuery, defineReader, type Query } from '../../storage/database.ts'
import type { AlertRoute, Destination } from '../alert-route.ts'
import type { MessageKind } from '../message.ts'
import { ALERT_ROUTE_ACCEPTS, ALERT_ROUTES_AND_MUTES } from '../queries.ts'

/** Counts the messages that were neither sent nor given up, and finds when the oldest was written. It has one row. */
export const countWaiting = defineReader<{ readonly messages: number; readonly oldest_at: number | null }>(`
SELECT count(*) AS messages, min(created_at) AS oldest_at FROM alert_messages WHERE next_attempt_at IS NOT NULL`)

/** A due message, with the address and the format of its route. */
export interface DueMessage extends Destination, Pick<AlertRoute, 'format' | 'after_seconds'> {
  readonly id: string
  readonly route_id: string
  readonly kind: MessageKind
  readonly body: string
  /** The number of attempts, including the next one. */
  readonly attempts: number
}

/** One message of a route is sent in each run. More are read, because some may be out of date. */
const CANDIDATES = 50

/** Finds the messages whose next attempt is due and whose route accepts them, the oldest first. */
export const findDueMessages = defineReader<DueMessage, [dueMs: number, unmutedMs: number]>(`
SELECT id, route_id, kind, body, attempts, format, url, token, after_seconds FROM (
  SELECT a.id, a.route_id, a.kind, a.body, a.attempts + 1 AS attempts, a.created_at,
    r.format, r.url, r.token, r.after_seconds,
    row_number() OVER (PARTITION BY a.route_id ORDER BY a.created_at, a.id) AS nth
  FROM ${ALERT_ROUTES_AND_MUTES} JOIN alert_messages a ON a.route_id = r.id
  WHERE a.next_attempt_at <= ? AND ${ALERT_ROUTE_ACCEPTS}
) AS due
WHERE nth <= ${CANDIDATES} ORDER BY created_at, id`)

/** Whether there is a message to be sent. It only reads. */
export async function isDeliveryDue(database: Database, nowMs: number): Promise<boolean> {
  return (await findDueMessages(database, nowMs, nowMs)).length > 0
}

/** A query that counts an attempt to send a message, and schedules the next one in case the outcome is never recorded. */
export const claimMessageStatement = defineQuery<
  [attempts: number, nextMs: number, body: string, id: string]
>(
  'UPDATE alert_messages SET attempts = ?, next_attempt_at = ?, body = ? WHERE id = ? AND next_attempt_at IS NOT NULL',
)

/** A query that removes an incident from a message. */
export const removeIncidentStatement = defineQuery<[messageId: string, incidentId: string]>(
  'DELETE FROM alert_message_incidents WHERE message_id = ? AND incident_id = ?',
)

/** A query that records that a message was sent. */
export const sentStatement = defineQuery<[nowMs: number, result: string, id: string]>(
  'UPDATE alert_messages SET sent_at = ?, next_attempt_at = NULL, last_result = ? WHERE id = ?',
)

/**
 * A query that records that a message was not sent, unless it was given up meanwhile. The next attempt is at `nextMs`; null
 * gives the message up. The result is null if nothing was attempted.
 */
export const notSentStatement = defineQuery<[nextMs: number | null, result: string | null, id: string]>(`
UPDATE alert_messages SET next_attempt_at = ?, last_result = coalesce(?, last_result)
WHERE id = ? AND next_attempt_at IS NOT NULL`)

// Without these rows, the route is notified of the incidents that are still open once it is turned on again.
const FORGET = `
DELETE FROM alert_message_incidents WHERE kind = 'opened' AND message_id IN (
  SELECT id FROM alert_messages WHERE route_id = ? AND sent_at IS NULL
)`
const GIVE_UP_ALL = `
UPDATE alert_messages SET next_attempt_at = NULL, last_result = 'the route was turned off'
WHERE route_id = ? AND next_attempt_at IS NOT NULL`

export const findAlertRouteQuery = defineQuery<[id: string]>('SELECT * FROM alert_routes WHERE id = ?')

/** A query that sets since when a route fails, and since when it is off. */
export const setAlertRouteHealthStatement = defineQuery<
  [failingSinceMs: number | null, disabledAtMs: number | null, id: string]
>('UPDATE alert_routes SET failing_since = ?, disabled_at = ? WHERE id = ?')

const retryNowStatement = defineQuery<[nowMs: number, id: string, afterMs: number]>(
  'UPDATE alert_messages SET next_attempt_at = ? WHERE route_id = ? AND next_attempt_at > ? AND attempts > 0',
)

/** Queries that turn a route on: it counts as working, and failed messages are sent again at once. */
export function turnOnStatements(id: string, nowMs: number): readonly Query[] {
  return [setAlertRouteHealthStatement(null, null, id), retryNowStatement(nowMs, id, nowMs)]
}

/** Queries that give up all waiting messages of a route. */
export function giveUpAllStatements(id: string): readonly Query[] {
  return [
    { sql: FORGET, parameters: [id] },
    { sql: GIVE_UP_ALL, parameters: [id] },
  ]
}
