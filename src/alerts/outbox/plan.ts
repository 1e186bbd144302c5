import { groupBy } from '../../group-by.ts'
import type { MessageKind } from '../body.ts'
import { isChat } from '../formats/formats.ts'
import { dueAtMs } from './delays.ts'
import { allowed } from './flood-limit.ts'
import type { EndedIncident, OutboxState, RouteState, StoredIncident, UntoldIncident } from './queries.ts'
import { isQuiet } from './quiet-hours.ts'

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

/** Decides who is told what now. It depends on nothing but what is stored, so it is the same after a restart. */
export function planMessages({ routes, untold, ended }: OutboxState, nowMs: number): Plan {
  const untoldOf = groupBy(untold, ({ route_id }) => route_id)
  const endedOf = groupBy(ended, ({ route_id }) => route_id)
  const messages = routes
    .filter((route) => (route.muted_until ?? 0) <= nowMs && !isQuiet(route, nowMs))
    .flatMap((route) => messagesFor(route, untoldOf.get(route.id) ?? [], endedOf.get(route.id) ?? [], nowMs))
  return { messages, cancelled: cancelledOf(ended) }
}

function messagesFor(
  route: RouteState,
  untold: readonly UntoldIncident[],
  ended: readonly EndedIncident[],
  nowMs: number,
): PlannedMessage[] {
  const resolved = ended.filter((incident) => isToldOf(incident))
  const opened = untold.filter((incident) => dueAtMs(incident, route) <= nowMs)
  const messages = [...toMessages(route, 'resolved', resolved), ...toMessages(route, 'opened', opened)]
  return messages.slice(0, allowed(route, nowMs))
}

/**
 * Whether the receiver may know of an incident that has ended. If all attempts failed, the receiver may still have got one of
 * them. People in a chat would have noticed; a program must be told that it is over.
 */
function isToldOf({ format, sent_at, next_attempt_at, attempts }: EndedIncident): boolean {
  return sent_at !== null || (!isChat(format) && next_attempt_at === null && attempts > 0)
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

/** Messages of which nothing is true any more. An attempt may have reached a program, which is told in order. */
function cancelledOf(ended: readonly EndedIncident[]): Cancelled[] {
  const pointless = ended.filter(
    ({ format, next_attempt_at, attempts, lasting }) =>
      next_attempt_at !== null && lasting === 0 && (attempts === 0 || isChat(format)),
  )
  const messages = new Map(pointless.map(({ message_id: id, attempts }) => [id, { id, attempts }]))
  return [...messages.values()]
}
