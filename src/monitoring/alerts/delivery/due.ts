import type { Database } from '../../../storage/database.ts'
import type { MessageKind } from '../message-kind.ts'
import { takes } from '../outbox/quiet-hours.ts'
import { type DueMessage, findDueRoutes, findMessagesOf } from './queries.ts'

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
  const routes = (await findDueRoutes(database, nowMs)).filter(({ id }) => !busy.has(id))
  if (routes.length === 0) return []
  const idsThatTake = (kind: MessageKind) =>
    routes.filter((route) => takes(route, kind, nowMs)).map(({ id }) => id)
  return findMessagesOf(database, { opened: idsThatTake('opened'), resolved: idsThatTake('resolved') }, nowMs)
}

/** Whether there is a message to be sent. It only reads. */
export async function isDeliveryDue(database: Database, nowMs: number): Promise<boolean> {
  return (await findDueMessages(database, nowMs)).length > 0
}
