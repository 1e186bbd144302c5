import { randomBytes } from 'node:crypto'
import { insertRows } from '../../../storage/chunks.ts'
import { reader, type Statement } from '../../../storage/database.ts'
import type { AlertRoute } from '../../alert-route.ts'
import type { MessageKind } from '../../message.ts'

/** A route that is on, and how many messages were written for it recently. */
export interface ActiveAlertRoute extends Pick<AlertRoute, 'id' | 'format'> {
  readonly recent: number
}

/** Finds the routes that are on. */
export const findActiveAlertRoutes = reader<ActiveAlertRoute, [sinceMs: number]>(`
SELECT r.id, r.format,
  (SELECT count(*) FROM alert_messages a WHERE a.route_id = r.id AND a.created_at > ?) AS recent
FROM alert_routes r
WHERE r.disabled_at IS NULL ORDER BY r.id`)

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

/** Creates an id of a message. It is the same on each attempt to send the message. */
export function newMessageId(): string {
  return `msg_${randomBytes(16).toString('base64url')}`
}

/** SQL that stores messages, which are to be sent at once. */
export function* addMessages(planned: readonly NewMessage[], nowMs: number): Generator<Statement> {
  const messages = planned.map((message) => ({ id: newMessageId(), ...message }))
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
