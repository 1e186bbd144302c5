import { groupBy } from '../../../lib/flow/group-by.ts'
import type { Database } from '../../../storage/database.ts'
import type { MessageKind } from '../message-kind.ts'
import { type BodyOptions, bodyOf } from '../outbox/bodies.ts'
import { readFacts } from '../outbox/facts.ts'
import { type MessageIncident, readMessageIncidents } from '../outbox/queries/incidents.ts'
import { isTellable, readStandings, type Standings } from '../outbox/standing.ts'
import { isChat } from '../receivers/formats.ts'
import type { DueMessage } from './queries.ts'

/** Whether a message of a kind may tell later of what is not true now. Otherwise that is over for good. */
const MAY_BE_TRUE_LATER: Readonly<Record<MessageKind, boolean>> = { opened: true, resolved: false }

/** What becomes of messages that are due. */
export interface Reviewed {
  /** Those that are still true, and say so: at most one for each route, as receivers get them one after another. */
  readonly ready: readonly DueMessage[]
  /** Those of which nothing is true at the moment. */
  readonly waiting: readonly DueMessage[]
  /** Those of which nothing will be true again. */
  readonly over: readonly DueMessage[]
  /** What messages do not tell any more, because it is over, or may be. */
  readonly leftOut: readonly { readonly messageId: string; readonly incidentId: string }[]
}

/**
 * Looks again, before each attempt, whether a message is true: hours may have passed since it was written. A message for people is
 * made anew from the present state. That for a program stays as it is, so that each attempt sends the same.
 * @param most how many may be ready
 */
export async function reviewMessages(
  database: Database,
  due: readonly DueMessage[],
  most: number,
  options: BodyOptions,
): Promise<Reviewed> {
  const ids = due.map(({ id }) => id)
  const incidents = await readMessageIncidents(database, ids)
  const standings = await readStandings(database, incidents, options.nowMs)
  const incidentsOf = groupBy(incidents, ({ message_id }) => message_id)
  const parts = due.map((message) => {
    const all = incidentsOf.get(message.id) ?? []
    return { message, all, told: all.filter((one) => isTrue(one, message, standings, options.nowMs)) }
  })
  const pointless = parts.filter(({ told }) => told.length === 0)
  const isOver = ({ message: { kind }, all }: Part) => !MAY_BE_TRUE_LATER[kind] || all.length === 0
  const ready = firstOfEachRoute(parts.filter(({ told }) => told.length > 0)).slice(0, most)
  return {
    ready: await withBodies(database, ready, options),
    waiting: pointless.filter((part) => !isOver(part)).map(({ message }) => message),
    over: pointless.filter(isOver).map(({ message }) => message),
    leftOut: ready.filter(({ message }) => MAY_BE_TRUE_LATER[message.kind]).flatMap(leftOutOf),
  }
}

function isTrue(
  incident: MessageIncident,
  message: DueMessage,
  standings: Standings,
  nowMs: number,
): boolean {
  switch (message.kind) {
    case 'opened':
      return isTellable(incident, message, standings, nowMs)
    case 'resolved':
      // That something is back is no news for people when it is away again.
      return !isChat(message.format) || incident.is_open_again === 0
  }
}

function firstOfEachRoute(parts: readonly Part[]): Part[] {
  return [...groupBy(parts, ({ message }) => message.route_id).values()].flatMap(([first]) => first ?? [])
}

function leftOutOf({ message, all, told }: Part) {
  const kept = new Set(told)
  return all
    .filter((incident) => !kept.has(incident))
    .map(({ id }) => ({ messageId: message.id, incidentId: id }))
}

interface Part {
  readonly message: DueMessage
  readonly all: readonly MessageIncident[]
  readonly told: readonly MessageIncident[]
}

async function withBodies(
  database: Database,
  parts: readonly Part[],
  options: BodyOptions,
): Promise<DueMessage[]> {
  const isMadeAnew = ({ message }: Part) => isChat(message.format)
  const told = parts.filter(isMadeAnew).flatMap((part) => part.told)
  if (told.length === 0) return parts.map(({ message }) => message)
  const facts = await readFacts(database, told, options.nowMs)
  return parts.map((part) => {
    const { message } = part
    if (!isMadeAnew(part)) return message
    return {
      ...message,
      body: JSON.stringify(bodyOf({ ...message, incidents: part.told }, facts, options)),
    }
  })
}
