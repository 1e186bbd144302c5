import type { Clock } from '../../clock.ts'
import type { LeasedWrite } from '../../jobs/jobs.ts'
import { limitTo } from '../../limit.ts'
import { shownUrl } from '../routes.ts'
import { attempt } from './attempt.ts'
import { recordOutcomes, type Tried, takeDueMessages } from './queries.ts'
import type { RouteChange } from './route-health.ts'
import type { SendOptions } from './send.ts'

/** How many messages are on their way at a time. */
const CONCURRENCY = 8

export interface DeliveryOptions extends SendOptions {
  readonly clock: Clock
  /** Called after each attempt whose outcome is known. */
  readonly onAttempt?: ((tried: Tried) => void) | undefined
  /** Called when a route begins to fail, works again, or is turned off. */
  readonly onChange: (change: RouteChange) => void
}

/** Sends the messages that are due. If this process stops or dies meanwhile, they are sent again, under the same ids. */
export async function deliver(write: LeasedWrite, options: DeliveryOptions): Promise<void> {
  const { clock, onAttempt, onChange, stopping } = options
  const messages = await write(() => takeDueMessages(clock()))
  const limit = limitTo(CONCURRENCY)
  const tried = await Promise.all(
    messages.map((message) =>
      limit(async () => ({ message, outcome: await attempt(message, options, clock()) })),
    ),
  )
  // What was interrupted says nothing about its receiver.
  const known = tried.filter(({ outcome }) => outcome.isSent || !stopping?.aborted)
  const changes = await write(() => recordOutcomes(known, clock()))
  if (onAttempt) known.forEach(onAttempt)
  for (const change of changes) onChange(change)
}

/** A change as the log may contain it, with its message. */
export function toLogEntry({ route, becomes, result }: RouteChange) {
  const messages = {
    failing: 'alerts cannot be sent to a route, trying again',
    working: 'alerts are sent to a route again',
    off: 'a route of alerts was turned off, because nothing could be sent to it',
  }
  return [{ alertRoute: route.id, host: shownUrl(route.url), result }, messages[becomes]] as const
}
