import type { Query } from '../../storage/database.ts'
import { defineQuery } from '../../storage/define-query.ts'

/** A statement that counts an attempt to send a message, and schedules the next one in case the outcome is never recorded. */
export const claimMessageStatement = defineQuery<
  [attempts: number, nextMs: number, body: string, id: string]
>(
  'UPDATE alert_messages SET attempts = ?, next_attempt_at = ?, body = ? WHERE id = ? AND next_attempt_at IS NOT NULL',
)

export const removeIncidentStatement = defineQuery<[messageId: string, incidentId: string]>(
  'DELETE FROM alert_message_incidents WHERE message_id = ? AND incident_id = ?',
)

export const recordSentStatement = defineQuery<[nowMs: number, result: string, id: string]>(
  'UPDATE alert_messages SET sent_at = ?, next_attempt_at = NULL, last_result = ? WHERE id = ?',
)

/**
 * A statement that schedules the next attempt to send a message, unless the message was given up meanwhile.
 * @param nextMs null gives the message up
 * @param result null if nothing was attempted
 */
export const rescheduleStatement = defineQuery<[nextMs: number | null, result: string | null, id: string]>(`
UPDATE alert_messages SET next_attempt_at = ?, last_result = coalesce(?, last_result)
WHERE id = ? AND next_attempt_at IS NOT NULL`)

// Deleting these rows makes the route count as not notified: when it is on again, it is notified of incidents that are still open, but
// not of those that ended meanwhile.
const FORGET_UNSENT = `
DELETE FROM alert_message_incidents WHERE kind <> 'resolved' AND message_id IN (
  SELECT id FROM alert_messages WHERE route_id = ? AND sent_at IS NULL
)`
const GIVE_UP_ALL = `
UPDATE alert_messages SET next_attempt_at = NULL, last_result = 'the route was turned off'
WHERE route_id = ? AND next_attempt_at IS NOT NULL`

export const findAlertRouteQuery = defineQuery<[id: string]>('SELECT * FROM alert_routes WHERE id = ?')

/** A statement that sets since when a route fails, and since when it is off. */
export const setAlertRouteHealthStatement = defineQuery<
  [failingSinceMs: number | null, offSinceMs: number | null, id: string]
>('UPDATE alert_routes SET failing_since = ?, off_since = ? WHERE id = ?')

const retryNowStatement = defineQuery<[nowMs: number, id: string, afterMs: number]>(
  'UPDATE alert_messages SET next_attempt_at = ? WHERE route_id = ? AND next_attempt_at > ? AND attempts > 0',
)

/** Statements that turn a route on: it counts as working, and failed messages are sent again at once. */
export function turnOnStatements(id: string, nowMs: number): readonly Query[] {
  return [setAlertRouteHealthStatement(null, null, id), retryNowStatement(nowMs, id, nowMs)]
}

/** Statements that give up all waiting messages of a route. */
export function giveUpAllStatements(id: string): readonly Query[] {
  return [FORGET_UNSENT, GIVE_UP_ALL].map((sql) => ({ sql, parameters: [id] }))
}
