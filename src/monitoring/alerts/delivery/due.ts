import { BOUND_LIST, boundList, type Database } from '../../../storage/database.ts'
import type { MessageKind } from '../body.ts'
import { type MutableRoute, takes } from '../outbox/quiet-hours.ts'
import { type Receiver, ROUTE_COLUMNS, type Route } from '../routes.ts'

/** A message that is to be sent now, with its receiver. */
export interface DueMessage extends Receiver, Pick<Route, 'after_seconds'> {
  readonly id: string
  readonly route_id: string
  readonly kind: MessageKind
  readonly body: string
  /** How often it was tried, this time included. */
  readonly attempts: number
}

/** How many messages of a route are looked at: some may not be true at the moment. */
const CANDIDATES = 50

const ROUTES = `
SELECT ${ROUTE_COLUMNS}, m.until AS muted_until
FROM alert_routes r LEFT JOIN alert_mutes m ON m.kind = 'route' AND m.subject_id = r.id
WHERE r.disabled_at IS NULL AND r.id IN (SELECT route_id FROM alert_messages WHERE next_attempt_at <= ?)`
// The oldest of each route.
const MESSAGES = `
SELECT id, route_id, kind, body, attempts, format, url, token, after_seconds FROM (
  SELECT a.id, a.route_id, a.kind, a.body, a.attempts + 1 AS attempts, a.created_at,
    r.format, r.url, r.token, r.after_seconds,
    row_number() OVER (PARTITION BY a.route_id ORDER BY a.created_at, a.id) AS place
  FROM alert_messages a JOIN alert_routes r ON r.id = a.route_id
  WHERE a.next_attempt_at <= ?
    AND (a.kind = 'opened' AND r.id IN ${BOUND_LIST} OR a.kind = 'resolved' AND r.id IN ${BOUND_LIST})
) AS due
WHERE place <= ${CANDIDATES} ORDER BY created_at, id`

/**
 * Finds messages whose next attempt is due, the oldest of each route first. Those for a route that is muted, or in its quiet hours,
 * wait. It only reads.
 * @param busyRoutes ids of routes that get none
 */
export async function findDueMessages(
  database: Database,
  nowMs: number,
  busyRoutes: Iterable<string> = [],
): Promise<DueMessage[]> {
  const busy = new Set(busyRoutes)
  const routes = await database.all<MutableRoute & { readonly id: string }>(ROUTES, nowMs)
  const idsThatTake = (kind: MessageKind) =>
    boundList(routes.filter((route) => !busy.has(route.id) && takes(route, kind, nowMs)).map(({ id }) => id))
  if (routes.every(({ id }) => busy.has(id))) return []
  return database.all<DueMessage>(MESSAGES, nowMs, idsThatTake('opened'), idsThatTake('resolved'))
}

/** Whether there is a message to be sent. It only reads. */
export async function isDeliveryDue(database: Database, nowMs: number): Promise<boolean> {
  return (await findDueMessages(database, nowMs)).length > 0
}
