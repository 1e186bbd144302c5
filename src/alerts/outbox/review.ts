import { groupBy } from '../../lib/group-by.ts'
import type { Database } from '../../storage/database.ts'
import { isForPeople } from '../formats/alert-formats.ts'
import { type BodyOptions, bodyOf } from './bodies.ts'
import { type IncidentFacts, readFacts } from './facts.ts'
import { findIncidentsOf, type MessageIncident } from './queries/incidents.ts'
import type { DueMessage } from './queries/messages.ts'
import { shouldNotify } from './should-notify.ts'

/** What is done with each due message. A message is current while its incidents are as it describes them. */
export interface Review {
  /** Current messages, with new texts: at most one for each route, since receivers get one after another. */
  readonly ready: readonly DueMessage[]
  /** Messages that are out of date, but may become current again. */
  readonly deferred: readonly DueMessage[]
  /** Messages that cannot become current again. */
  readonly obsolete: readonly DueMessage[]
  /** Incidents that are removed from messages, because the route should not be notified of them at the moment. */
  readonly removedIncidents: readonly { readonly messageId: string; readonly incidentId: string }[]
}

type MessageFacts = IncidentFacts<MessageIncident>

/** A message with the facts of all its incidents, and of those for which it is current. */
interface ReviewedMessage {
  readonly message: DueMessage
  readonly all: readonly MessageFacts[]
  readonly current: readonly MessageFacts[]
}

/** Checks before each attempt whether a message is current: hours may have passed since the last attempt. */
export async function reviewMessages(
  database: Database,
  due: readonly DueMessage[],
  options: BodyOptions,
): Promise<Review> {
  const ids = due.map(({ id }) => id)
  const facts = await readFacts(database, await findIncidentsOf(database, ids), options.nowMs)
  const factsOf = groupBy(facts, ({ incident }) => incident.message_id)
  const reviewed = due.map((message): ReviewedMessage => {
    const all = factsOf.get(message.id) ?? []
    return { message, all, current: all.filter((one) => isCurrent(one, message, options.nowMs)) }
  })
  const outdated = reviewed.filter(({ current }) => current.length === 0)
  const ready = firstOfEachAlertRoute(reviewed.filter(({ current }) => current.length > 0))
  return {
    ready: ready.map((one) => withBody(one, options)),
    deferred: outdated.filter((one) => !isObsolete(one)).map(({ message }) => message),
    obsolete: outdated.filter(isObsolete).map(({ message }) => message),
    removedIncidents: ready.flatMap(removedIncidentsOf),
  }
}

function isCurrent(facts: MessageFacts, message: DueMessage, nowMs: number): boolean {
  switch (message.kind) {
    case 'opened':
      return shouldNotify(facts, nowMs)
    case 'resolved':
      // People are not notified that a device is back if it is already silent again.
      return !isForPeople(message.format) || facts.incident.subject_has_open_incident === 0
  }
}

/** Whether a message that is out of date cannot become current again. */
function isObsolete({ message, all }: ReviewedMessage): boolean {
  return message.kind === 'resolved' || all.every(({ incident }) => incident.ended_at !== null)
}

function firstOfEachAlertRoute(reviewed: readonly ReviewedMessage[]): ReviewedMessage[] {
  return [...groupBy(reviewed, ({ message }) => message.route_id).values()].flatMap(([first]) => first ?? [])
}

/** If the route should be notified of a removed incident later, that incident gets a message of its own. */
function removedIncidentsOf({ message, all, current }: ReviewedMessage) {
  if (message.kind === 'resolved') return []
  const kept = new Set(current)
  const removed = all.filter((facts) => !kept.has(facts))
  return removed.map(({ incident }) => ({ messageId: message.id, incidentId: incident.id }))
}

/** Chats get a new text with each attempt. Programs get the same body under the same id each time. */
function withBody({ message, current }: ReviewedMessage, options: BodyOptions): DueMessage {
  if (message.attempt > 1 && !isForPeople(message.format)) return message
  return { ...message, body: JSON.stringify(bodyOf(message, current, options)) }
}
