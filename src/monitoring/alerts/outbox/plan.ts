import { groupBy } from '../../../lib/flow/group-by.ts'
import type { MessageKind } from '../message-kind.ts'
import { isChat } from '../receivers/formats.ts'
import { mayBeDue } from './delays.ts'
import { allowed } from './flood-limit.ts'
import type { StoredIncident, UntoldEnd, UntoldIncident } from './queries/incidents.ts'
import type { OutboxRoute, OutboxState, PointlessMessage } from './queries/outbox.ts'
import { takes } from './quiet-hours.ts'
import { isTellable, type Standings } from './standing.ts'

/** A message that a route is to be told, of one incident or of several. */
export interface PlannedMessage {
  readonly route: OutboxRoute
  readonly kind: MessageKind
  readonly incidents: readonly StoredIncident[]
}

/** What is to be written. */
export interface Plan {
  readonly messages: readonly PlannedMessage[]
  readonly cancelled: readonly PointlessMessage[]
}

/** The incidents of which routes that may be told now have not been told, and that may have lasted long enough. */
export function findDue({ routes, untold }: OutboxState, nowMs: number): UntoldIncident[] {
  const routeOf = new Map(routes.filter((route) => takes(route, 'opened', nowMs)).map((one) => [one.id, one]))
  return untold.filter((incident) => {
    const route = routeOf.get(incident.route_id)
    return route !== undefined && mayBeDue(incident, route, nowMs)
  })
}

/**
 * Decides who is told what now. It depends on nothing but what is stored, so it is the same after a restart.
 * @param due what `findDue` returns
 */
export function planMessages(
  { routes, ended, pointless }: OutboxState,
  due: readonly UntoldIncident[],
  standings: Standings,
  nowMs: number,
): Plan {
  const dueOf = groupBy(due, ({ route_id }) => route_id)
  const endedOf = groupBy(ended, ({ route_id }) => route_id)
  const messages = routes.flatMap((route) => {
    const opened = (dueOf.get(route.id) ?? []).filter((one) => isTellable(one, route, standings, nowMs))
    return messagesFor(route, opened, endedOf.get(route.id) ?? [], nowMs)
  })
  return { messages, cancelled: pointless }
}

function messagesFor(
  route: OutboxRoute,
  opened: readonly UntoldIncident[],
  ended: readonly UntoldEnd[],
  nowMs: number,
): PlannedMessage[] {
  const resolved = takes(route, 'resolved', nowMs) ? ended : []
  const messages = [...toMessages(route, 'resolved', resolved), ...toMessages(route, 'opened', opened)]
  return messages.slice(0, allowed(route, nowMs))
}

function toMessages(
  route: OutboxRoute,
  kind: MessageKind,
  incidents: readonly StoredIncident[],
): PlannedMessage[] {
  if (incidents.length === 0) return []
  if (isChat(route.format)) return [{ route, kind, incidents }]
  return incidents.map((incident) => ({ route, kind, incidents: [incident] }))
}
