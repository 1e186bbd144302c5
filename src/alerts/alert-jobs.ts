/*
 * The jobs of alerts, in the order of what happens after a device has sent its last heartbeat:
 *
 * 1. After five minutes without a heartbeat, the device is silent. `incidentJob` finds silent devices and opens incidents.
 * 2. `planningJob` writes a message for each alert route that should be notified of an incident.
 * 3. `deliveryJob` reviews each message, sends it, and records the outcome.
 * 4. The next heartbeat ends the silence, and the trigger `devices_returned` stores an outage. `incidentJob` ends the incident
 *    once enough of its devices have returned. Steps 2 and 3 then notify the same routes of the end.
 */

import type { Clock } from '../lib/time/clock.ts'
import { MINUTE_MS, SECOND_MS } from '../lib/time/durations.ts'
import type { Database } from '../storage/database.ts'
import type { Job, LeasedWrite } from '../storage/jobs/job.ts'
import { attemptToSend } from './delivery/attempt.ts'
import { type AlertRouteChange, type MessageFate, recordOutcome, storeReview } from './delivery/record.ts'
import { SENDING_MS, type SendOptions } from './delivery/send.ts'
import { findIncidentChanges } from './incidents/incident-changes.ts'
import { storeChanges } from './incidents/queries/store-changes.ts'
import { readSituation } from './incidents/situation.ts'
import { planMessages } from './outbox/plan.ts'
import { addMessages, type DueMessage, findDueMessages, hasDueMessage } from './outbox/queries/messages.ts'
import { reviewMessages } from './outbox/review.ts'

/** A job that opens, changes and ends incidents. */
export function incidentJob(database: Database, clock: Clock): Job {
  const findChanges = async () => {
    const { situation, returns, unstable } = await readSituation(database, clock())
    return { returns, unstable, ...findIncidentChanges(situation) }
  }
  return {
    name: 'incidents',
    intervalMs: 5 * SECOND_MS,
    // Long enough to read the devices of a large fleet.
    leaseMs: 30 * SECOND_MS,
    // A sweep of a hundred thousand silent devices takes a few seconds. A sweep that hangs is ended, so that another can begin.
    timeLimitMs: 2 * MINUTE_MS,
    isDue: async () => Object.values(await findChanges()).some(({ length }) => length > 0),
    async run(write) {
      // Another process may have stored the changes that `isDue` found.
      const changes = await findChanges()
      await write(() => storeChanges(changes))
    },
  }
}

/** A job that writes messages. */
export function planningJob(database: Database, clock: Clock): Job {
  return {
    name: 'alert-planning',
    intervalMs: 5 * SECOND_MS,
    leaseMs: 5 * SECOND_MS,
    timeLimitMs: 60 * SECOND_MS,
    isDue: async () => (await planMessages(database, clock())).length > 0,
    async run(write) {
      const nowMs = clock()
      const messages = await planMessages(database, nowMs)
      await write(() => addMessages(messages, nowMs))
    },
  }
}

interface DeliveryOptions extends Omit<SendOptions, 'stopping'> {
  readonly database: Database
  readonly clock: Clock
  /** The address of the service, for links; empty if it is unknown. */
  readonly publicUrl: string
  /** Called after each attempt whose outcome is recorded. */
  readonly onAttempt?: ((fate: MessageFate) => void) | undefined
  /** Called when a route begins to fail, works again, or is turned off. */
  readonly onAlertRouteChange: (change: AlertRouteChange) => void
}

/** A job that sends messages. */
export function deliveryJob(options: DeliveryOptions): Job {
  const { database, clock } = options
  return {
    name: 'alert-delivery',
    intervalMs: SECOND_MS,
    // The lease is longer than a run, so that no other process sends the same messages.
    leaseMs: 3 * SENDING_MS,
    timeLimitMs: 2 * SENDING_MS,
    isDue: () => hasDueMessage(database, clock()),
    run: (write, signal) => deliver(write, signal, options),
  }
}

/**
 * Sends one message to each alert route that has due messages. Each outcome is recorded separately. If this process dies, only
 * the messages without a recorded outcome are sent again, with the same ids.
 */
async function deliver(write: LeasedWrite, signal: AbortSignal, options: DeliveryOptions): Promise<void> {
  const { database, clock, publicUrl } = options
  const nowMs = clock()
  const due = await findDueMessages(database, nowMs)
  const review = await reviewMessages(database, due, { publicUrl, nowMs })
  await write(() => storeReview(review, nowMs))
  // Waits for all messages, even if one fails: the next run could otherwise send them again.
  const results = await Promise.allSettled(
    review.ready.map((message) => sendAndRecord(message, write, signal, options)),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

async function sendAndRecord(
  message: DueMessage,
  write: LeasedWrite,
  signal: AbortSignal,
  options: DeliveryOptions,
): Promise<void> {
  const { clock, onAttempt, onAlertRouteChange } = options
  const outcome = await attemptToSend(message, { ...options, stopping: signal }, clock())
  // An interrupted attempt is not recorded, because the receiver did not cause it.
  if (signal.aborted && !outcome.isSent) return
  const { fate, change } = await write(() => recordOutcome({ message, outcome }, clock()))
  onAttempt?.(fate)
  if (change) onAlertRouteChange(change)
}
