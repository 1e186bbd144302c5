import { groupBy } from '../../group-by.ts'
import type { MessageKind } from '../body.ts'
import { isChat } from '../routes.ts'
import { dueAtMs } from './delays.ts'
import { allowed } from './flood-limit.ts'
import type { EndedIncident, OutboxState, RouteState, StoredIncident, UntoldIncident } from './queries.ts'
import { takes } from './quiet-hours.ts'
import { isTellable, type Standings } from './standing.ts'

/** A message that a route is to be told, of one incident or of several. */
export interface PlannedMessage {
  readonly route: RouteState
  readonly kind: MessageKind
  readonly incidents: readonly StoredIncident[]
}

/** A message that is no longer to be sent, unless an attempt was made meanwhile. */
export interface Cancelled {
  readonly id: string
  readonly attempts: number
}

/** What is to be written. */
export interface Plan {
  readonly messages: readonly PlannedMessage[]
  readonly cancelled: readonly Cancelled[]
}

/** The incidents of which routes that may be told now have not been told, and that have lasted long enough. */
export function findDue({ routes, untold }: OutboxState, nowMs: number): UntoldIncident[] {
  const routeOf = new Map(routes.filter((route) => takes(route, 'opened', nowMs)).map((one) => [one.id, one]))
  return untold.filter((incident) => {
    const route = routeOf.get(incident.route_id)
    return route !== undefined && dueAtMs(incident, route) <= nowMs
  })
}

/**
 * Decides who is told what now. It depends on nothing but what is stored, so it is the same after a restart.
 * @param due what `findDue` returns
 */
export function planMessages(
  { routes, ended }: OutboxState,
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
  return { messages, cancelled: cancelledOf(ended) }
}

function messagesFor(
  route: RouteState,
  opened: readonly UntoldIncident[],
  ended: readonly EndedIncident[],
  nowMs: number,
): PlannedMessage[] {
  const resolved = takes(route, 'resolved', nowMs) ? ended.filter(isToldOf) : []
  const messages = [...toMessages(route, 'resolved', resolved), ...toMessages(route, 'opened', opened)]
  return messages.slice(0, allowed(route, nowMs))
}

/**
 * Whether the receiver may know of an incident that has ended. If an attempt failed, the receiver may still have got the message.
 * People in a chat would have noticed; a program must be told that it is over.
 */
function isToldOf({ format, sent_at, attempts }: EndedIncident): boolean {
  return sent_at !== null || (!isChat(format) && attempts > 0)
}

function toMessages(
  route: RouteState,
  kind: MessageKind,
  incidents: readonly StoredIncident[],
): PlannedMessage[] {
  if (incidents.length === 0) return []
  if (isChat(route.format)) return [{ route, kind, incidents }]
  return incidents.map((incident) => ({ route, kind, incidents: [incident] }))
}

/** Messages of which nothing is true any more. */
function cancelledOf(ended: readonly EndedIncident[]): Cancelled[] {
  const pointless = ended.filter(({ next_attempt_at, lasting }) => next_attempt_at !== null && lasting === 0)
  const messages = new Map(pointless.map(({ message_id: id, attempts }) => [id, { id, attempts }]))
  return [...messages.values()]
}
