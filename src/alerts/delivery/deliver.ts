import { retryAfterMs } from '../../lib/http-client/back-off.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'
import type { Database } from '../../storage/database.ts'
import type { Job, LeasedWrite } from '../../storage/jobs/job.ts'
import { ALERT_FORMATS } from '../formats/alert-formats.ts'
import { NotSent } from './addresses.ts'
import { type DueMessage, findDueMessages, isDeliveryDue } from './queries.ts'
import { type Attempt, claimMessages, type Outcome, recordOutcome, type StateChange } from './record.ts'
import { isSuccess } from './response.ts'
import { reviewMessages } from './review.ts'
import { SENDING_MS, type SendOptions, send } from './send.ts'

export interface DeliveryOptions extends Omit<SendOptions, 'stopping'> {
  readonly database: Database
  readonly clock: Clock
  /** The address of the service, for links; empty if it is unknown. */
  readonly publicUrl: string
  /** Called after each attempt whose outcome is known. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined
  /** Called when a route begins to fail, works again, or is turned off. */
  readonly onStateChange: (change: StateChange) => void
}

/** A job that sends messages. */
export function alertDelivery(options: DeliveryOptions): Job {
  const { database, clock } = options
  return {
    name: 'alert-delivery',
    intervalMs: SECOND_MS,
    // The lease is longer than a run, so that no other process sends the same messages.
    leaseMs: 3 * SENDING_MS,
    timeLimitMs: 2 * SENDING_MS,
    isDue: () => isDeliveryDue(database, clock()),
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
  const due = await findDueMessages(database, nowMs, nowMs)
  const reviewed = await reviewMessages(database, due, { publicUrl, nowMs })
  await write(() => claimMessages(reviewed, nowMs))
  // Waits for all messages, even if one fails: the next run could otherwise send them again.
  const results = await Promise.allSettled(
    reviewed.ready.map((message) => sendOne(message, write, signal, options)),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

async function sendOne(
  message: DueMessage,
  write: LeasedWrite,
  signal: AbortSignal,
  options: DeliveryOptions,
): Promise<void> {
  const { clock, onAttempt, onStateChange } = options
  const attempt = { message, outcome: await trySending(message, { ...options, stopping: signal }, clock()) }
  // An interrupted attempt is not recorded, because the receiver did not cause it.
  if (signal.aborted && !attempt.outcome.isSent) return
  const change = await write(() => recordOutcome(attempt, clock()))
  onAttempt?.(attempt)
  if (change) onStateChange(change)
}

const GONE = 410
const BUSY: readonly number[] = [429, 503]

/** Tries to send a message once. It never throws: an error becomes the result. */
async function trySending(message: DueMessage, options: SendOptions, nowMs: number): Promise<Outcome> {
  const { id, body, format, ...destination } = message
  try {
    const request = ALERT_FORMATS[format].toRequest(destination, { id, body: JSON.parse(body) }, nowMs)
    const answer = await send(request, options)
    return {
      isSent: isSuccess(answer),
      result: `HTTP ${answer.status}`,
      isGone: answer.status === GONE,
      retryAfterMs: BUSY.includes(answer.status) ? retryAfterMs(answer.retryAfter, nowMs) : 0,
    }
  } catch (error) {
    const result = error instanceof NotSent ? error.message : 'the message could not be made'
    return { isSent: false, result, isGone: false, retryAfterMs: 0 }
  }
}
