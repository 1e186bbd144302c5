import { groupBy } from '../../group-by.ts'
import type { Database } from '../../storage/database.ts'
import { type BodyOptions, bodyOf } from '../outbox/bodies.ts'
import { readFacts } from '../outbox/facts.ts'
import { type MessageIncident, readMessageIncidents } from '../outbox/queries.ts'
import { isTellable, readStandings } from '../outbox/standing.ts'
import { isChat } from '../routes.ts'
import type { DueMessage } from './due.ts'

/** What becomes of messages that are due. */
export interface Reviewed {
  /** Those that are still true, and say so. */
  readonly ready: readonly DueMessage[]
  /** Those of which nothing is true at the moment. */
  readonly waiting: readonly DueMessage[]
  /** What messages do not tell any more, because it is over, or may be. */
  readonly leftOut: readonly { readonly messageId: string; readonly incidentId: string }[]
}

/**
 * Looks again, before each attempt, whether a message is true: hours may have passed since it was written. A message for people is
 * made anew from the present state. That for a program stays as it is, so that each attempt sends the same.
 */
export async function lookAgain(
  database: Database,
  due: readonly DueMessage[],
  options: BodyOptions,
): Promise<Reviewed> {
  const incidents =
    due.length === 0
      ? []
      : await readMessageIncidents(
          database,
          due.map(({ id }) => id),
        )
  const standings = await readStandings(database, incidents, options.nowMs)
  const incidentsOf = groupBy(incidents, ({ message_id }) => message_id)
  const parts = due.map((message) => {
    const all = incidentsOf.get(message.id) ?? []
    const isTrue = (incident: MessageIncident) =>
      message.kind === 'resolved' || isTellable(incident, message, standings, options.nowMs)
    return { message, all, told: all.filter(isTrue) }
  })
  const ready = parts.filter(({ all, told }) => all.length === 0 || told.length > 0)
  return {
    ready: await withBodies(database, ready, options),
    waiting: parts.filter((part) => !ready.includes(part)).map(({ message }) => message),
    leftOut: ready.flatMap(({ message, all, told }) =>
      all
        .filter((incident) => !told.includes(incident))
        .map(({ id }) => ({ messageId: message.id, incidentId: id })),
    ),
  }
}

interface Part {
  readonly message: DueMessage
  readonly told: readonly MessageIncident[]
}

async function withBodies(
  database: Database,
  parts: readonly Part[],
  options: BodyOptions,
): Promise<DueMessage[]> {
  const isMadeAnew = ({ message, told }: Part) => isChat(message.format) && told.length > 0
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
