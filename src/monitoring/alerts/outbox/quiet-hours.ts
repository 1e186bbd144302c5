import { isOpen } from '../../../device/sites/hours.ts'
import { DAYS } from '../../../device/sites/schema.ts'
import type { MessageKind } from '../message-kind.ts'
import { isChat } from '../receivers/formats.ts'
import type { Route } from '../route.ts'

/** A route, and until when it is muted. */
export type MutableRoute = Pick<Route, 'format' | 'quiet_from' | 'quiet_to' | 'timezone'> & {
  readonly muted_until: number | null
}

const WAITS: Readonly<Record<MessageKind, (route: MutableRoute) => boolean>> = {
  opened: () => true,
  resolved: ({ format }) => isChat(format),
}

/**
 * Whether a message of a kind may be sent to a route now. While it is muted, or in its quiet hours, it is not; but a program, such
 * as one that calls people, learns at once that something is over.
 */
export function takes(route: MutableRoute, kind: MessageKind, nowMs: number): boolean {
  if (!WAITS[kind](route)) return true
  return (route.muted_until ?? 0) <= nowMs && !isQuiet(route, nowMs)
}

/** Whether a route is in its quiet hours, by the clocks of its time zone. They may go over midnight. */
function isQuiet({ quiet_from: from, quiet_to: to, timezone }: MutableRoute, atMs: number): boolean {
  if (from === null || to === null || timezone === null) return false
  return isOpen({ timezone, hours: { windows: [{ days: [...DAYS], from, to }], exceptions: [] } }, atMs)
}
