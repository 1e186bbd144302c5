import { randomId } from '../../../lib/random-id.ts'
import type { Database, Statement } from '../../../storage/database.ts'
import { defineReader } from '../../../storage/define-query.ts'
import { hasRow, insertRows } from '../../../storage/statements.ts'
import type { AlertRoute } from '../../alert-route.ts'
import type { Destination } from '../../formats/alert-format.ts'
import type { MessageKind } from '../../message.ts'
import { ALERT_ROUTE_ACCEPTS, ALERT_ROUTES_AND_MUTES } from '../../queries.ts'

/** A route that is on, and how many messages were written for it recently. */
export interface ActiveAlertRoute extends Pick<AlertRoute, 'id' | 'format'> {
  readonly recent_messages: number
}

export const findActiveAlertRoutes = defineReader<ActiveAlertRoute, [sinceMs: number]>(`
SELECT r.id, r.format,
  (SELECT count(*) FROM alert_messages a WHERE a.route_id = r.id AND a.created_at > ?) AS recent_messages
FROM alert_routes r
WHERE r.off_since IS NULL ORDER BY r.id`)

/** A message to be stored. Its text is made when it is sent. */
export interface NewMessage {
  readonly alertRouteId: string
  readonly kind: MessageKind
  readonly incidentIds: readonly string[]
}

const ADD_MESSAGE = `
INSERT INTO alert_messages (id, route_id, kind, body, created_at, next_attempt_at) VALUES (?, ?, ?, ?, ?, ?)`
const ADD_INCIDENT = `
INSERT INTO alert_message_incidents (incident_id, route_id, kind, message_id) VALUES (?, ?, ?, ?)`

/** SQL that stores messages, which are to be sent at once. */
export function* addMessages(planned: readonly NewMessage[], nowMs: number): Generator<Statement> {
  const messages = planned.map((message) => ({ id: randomId('msg'), ...message }))
  yield* insertRows(
    ADD_MESSAGE,
    messages.map(({ id, alertRouteId, kind }) => [id, alertRouteId, kind, '{}', nowMs, nowMs]),
  )
  yield* insertRows(
    ADD_INCIDENT,
    messages.flatMap(({ id, alertRouteId, kind, incidentIds }) =>
      incidentIds.map((incidentId) => [incidentId, alertRouteId, kind, id]),
    ),
  )
}

/** Counts the messages that were neither sent nor given up, and finds when the oldest was written. It has one row. */
export const countWaiting = defineReader<{ readonly messages: number; readonly oldest_at: number | null }>(`
SELECT count(*) AS messages, min(created_at) AS oldest_at FROM alert_messages WHERE next_attempt_at IS NOT NULL`)

/** A due message, with the address and the format of its route, and since when that fails. */
export interface DueMessage extends Destination, Pick<AlertRoute, 'format' | 'failing_since'> {
  readonly id: string
  readonly route_id: string
  readonly kind: MessageKind
  readonly body: string
  /** The number of the next attempt, from 1. */
  readonly attempt: number
}

/** One message of a route is sent in each run. More are read, because some may be out of date. */
const MAX_DUE_MESSAGES_OF_ROUTE = 50

/** SQL: the messages `a` whose next attempt is due and whose route `r` accepts them. Both parameters are the time. */
const DUE_MESSAGES = `${ALERT_ROUTES_AND_MUTES} JOIN alert_messages a ON a.route_id = r.id
  WHERE a.next_attempt_at <= ? AND ${ALERT_ROUTE_ACCEPTS}`

/** Finds due messages, the oldest first. */
export const findDueMessages = (database: Database, nowMs: number) => readDueMessages(database, nowMs, nowMs)
const readDueMessages = defineReader<DueMessage, [dueMs: number, mutedMs: number]>(`
SELECT id, route_id, kind, body, attempt, format, failing_since, url, token FROM (
  SELECT a.id, a.route_id, a.kind, a.body, a.attempts + 1 AS attempt, a.created_at,
    r.format, r.failing_since, r.url, r.token,
    row_number() OVER (PARTITION BY a.route_id ORDER BY a.created_at, a.id) AS nth
  FROM ${DUE_MESSAGES}
) AS due
WHERE nth <= ${MAX_DUE_MESSAGES_OF_ROUTE} ORDER BY created_at, id`)

export function hasDueMessage(database: Database, nowMs: number): Promise<boolean> {
  return hasRow(database, { sql: `SELECT 1 FROM ${DUE_MESSAGES} LIMIT 1`, parameters: [nowMs, nowMs] })
}
