import type { Database, Statement } from '../../../storage/database.ts'
import type { LeasedWrite } from '../../../storage/jobs/job.ts'
import { newMessageId } from '../message-id.ts'
import { bodyOf } from './bodies.ts'
import { readFacts } from './facts.ts'
import { findDue, type Plan, type PlannedMessage, planMessages } from './plan.ts'
import { addMessages, cancelMessageQuery, type NewMessage } from './queries/messages.ts'
import { readOutbox } from './queries/outbox.ts'
import { readStandings } from './standing.ts'

export interface OutboxOptions {
  readonly database: Database
  readonly publicUrl: string
}

/** Whether a message is to be written or cancelled. It only reads. */
export async function isMessageDue(database: Database, nowMs: number): Promise<boolean> {
  const { messages, cancelled } = await readPlan(database, nowMs)
  return messages.length > 0 || cancelled.length > 0
}

/** Writes the messages that are due, and cancels those that are pointless. */
export async function writeMessages(
  { database, publicUrl }: OutboxOptions,
  write: LeasedWrite,
  nowMs: number,
): Promise<void> {
  // From now on no other process writes messages, so what is read stays true until it is written.
  await write(function* () {})
  const { messages, cancelled } = await readPlan(database, nowMs)
  const created = await createMessages(database, messages, { publicUrl, nowMs })
  await write(function* (): Generator<Statement> {
    yield* addMessages(created, nowMs)
    for (const { id, attempts } of cancelled) yield cancelMessageQuery(id, attempts)
  })
}

async function readPlan(database: Database, nowMs: number): Promise<Plan> {
  const state = await readOutbox(database, nowMs)
  const due = findDue(state, nowMs)
  return planMessages(state, due, await readStandings(database, due, nowMs), nowMs)
}

async function createMessages(
  database: Database,
  planned: readonly PlannedMessage[],
  options: { readonly publicUrl: string; readonly nowMs: number },
): Promise<NewMessage[]> {
  if (planned.length === 0) return []
  const incidents = new Map(planned.flatMap((message) => message.incidents.map((one) => [one.id, one])))
  const facts = await readFacts(database, [...incidents.values()], options.nowMs)
  return planned.map((message) => ({
    id: newMessageId(),
    routeId: message.route.id,
    kind: message.kind,
    body: JSON.stringify(bodyOf({ ...message, format: message.route.format }, facts, options)),
    incidentIds: message.incidents.map(({ id }) => id),
  }))
}
