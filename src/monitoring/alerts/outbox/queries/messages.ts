import { insertRows } from '../../../../storage/chunks.ts'
import { query, type Statement } from '../../../../storage/database.ts'
import type { MessageKind } from '../../message-kind.ts'

/** A message to be stored. */
export interface NewMessage {
  readonly id: string
  readonly routeId: string
  readonly kind: MessageKind
  readonly body: string
  readonly incidentIds: readonly string[]
}

const ADD_MESSAGE = `
INSERT INTO alert_messages (id, route_id, kind, body, created_at, next_attempt_at) VALUES (?, ?, ?, ?, ?, ?)`
const ADD_INCIDENT = `
INSERT INTO alert_message_incidents (incident_id, route_id, kind, message_id) VALUES (?, ?, ?, ?)`

/** SQL that stores messages, which are to be sent at once. */
export function* addMessages(messages: readonly NewMessage[], nowMs: number): Generator<Statement> {
  yield* insertRows(
    ADD_MESSAGE,
    messages.map(({ id, routeId, kind, body }) => [id, routeId, kind, body, nowMs, nowMs]),
  )
  yield* insertRows(
    ADD_INCIDENT,
    messages.flatMap(({ id, routeId, kind, incidentIds }) =>
      incidentIds.map((incidentId) => [incidentId, routeId, kind, id]),
    ),
  )
}

/** A query after which a message is not sent, unless that was tried since its attempts were counted. */
export const cancelMessageQuery = query<[id: string, attempts: number]>(`
UPDATE alert_messages SET next_attempt_at = NULL, last_result = 'no longer true when it was to be sent'
WHERE id = ? AND attempts = ? AND sent_at IS NULL AND next_attempt_at IS NOT NULL`)
