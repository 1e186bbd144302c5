import type { Clock } from '../../../lib/time/clock.ts'
import type { Database } from '../../../storage/database.ts'
import type { LeasedWrite } from '../../../storage/jobs/job.ts'
import { shownUrl } from '../route.ts'
import { attempt } from './attempt.ts'
import { findDueMessages } from './due.ts'
import { createOnTheirWay } from './on-their-way.ts'
import type { DueMessage } from './queries.ts'
import { recordOutcome, type Tried, takeMessages } from './record.ts'
import { reviewMessages } from './review.ts'
import type { RouteChange } from './route-health.ts'
import type { SendOptions } from './send.ts'
import { TAKING_MS } from './times.ts'

export interface DeliveryOptions extends Omit<SendOptions, 'stopping'> {
  readonly database: Database
  readonly clock: Clock
  /** The address of the service, for links; empty if it is unknown. */
  readonly publicUrl: string
  /** Called after each attempt whose outcome is known. */
  readonly onAttempt?: ((tried: Tried) => void) | undefined
  /** Called when a route begins to fail, works again, or is turned off. */
  readonly onChange: (change: RouteChange) => void
}

/**
 * Sends the messages that are due, and those that become due meanwhile, so that a receiver that does not answer keeps no other
 * waiting. Each outcome is recorded by itself: if this process dies, only what was on its way is sent again, under the same id.
 * @param signal aborted when the run must end
 */
export async function deliver(
  write: LeasedWrite,
  signal: AbortSignal,
  options: DeliveryOptions,
): Promise<void> {
  const onTheirWay = createOnTheirWay((message) => sendOne(message, write, signal, options))
  const takingEndsMs = performance.now() + TAKING_MS

  async function takeMore(): Promise<void> {
    const isOver = signal.aborted || performance.now() > takingEndsMs || onTheirWay.failures.length > 0
    const free = onTheirWay.free()
    if (isOver || free === 0) return
    const messages = await takeDue(free, onTheirWay.busyRoutes(), write, options)
    messages.forEach(onTheirWay.start)
  }

  await takeMore()
  while (onTheirWay.count() > 0) {
    await onTheirWay.next()
    // What is on its way is waited for in any case, or another run could send it again.
    await takeMore().catch(onTheirWay.fail)
  }
  const [failure] = onTheirWay.failures
  if (failure) throw failure
}

async function takeDue(
  most: number,
  busyRoutes: readonly string[],
  write: LeasedWrite,
  { database, clock, publicUrl }: DeliveryOptions,
): Promise<DueMessage[]> {
  const nowMs = clock()
  const due = await findDueMessages(database, nowMs, busyRoutes)
  if (due.length === 0) return []
  const reviewed = await reviewMessages(database, due, most, { publicUrl, nowMs })
  return write(() => takeMessages(reviewed, nowMs))
}

async function sendOne(
  message: DueMessage,
  write: LeasedWrite,
  signal: AbortSignal,
  options: DeliveryOptions,
): Promise<void> {
  const { clock, onAttempt, onChange } = options
  const tried = { message, outcome: await attempt(message, { ...options, stopping: signal }, clock()) }
  // What was interrupted says nothing about its receiver.
  if (signal.aborted && !tried.outcome.isSent) return
  const change = await write(() => recordOutcome(tried, clock()))
  onAttempt?.(tried)
  if (change) onChange(change)
}

/** A change as the log may contain it, with its message. */
export function toRouteLogEntry({ route, becomes, result }: RouteChange) {
  const messages = {
    failing: 'alerts cannot be sent to a route, trying again',
    working: 'alerts are sent to a route again',
    off: 'a route of alerts was turned off, because nothing could be sent to it',
  }
  return [{ alertRoute: route.id, host: shownUrl(route.url), result }, messages[becomes]] as const
}
