import { HOUR_MS } from '../../../lib/time/durations.ts'
import { isChat } from '../receivers/formats.ts'
import type { RouteFormat } from '../route.ts'

/** How far back messages count. */
export const COUNTED_MS = HOUR_MS
const MOST_MESSAGES = 30
/** After that many, a chat is told of everything once in that time: of what is over, and of what is new. */
const DIGEST_EVERY_MS = HOUR_MS / 4
const DIGEST_MESSAGES = 2

/** What a route was sent lately. */
export interface SentLately {
  readonly format: RouteFormat
  /** How many messages were made for it within the last hour. */
  readonly recent: number
  readonly last_created_at: number | null
}

/** How many messages a route may be sent now. */
export function allowed({ format, recent, last_created_at }: SentLately, nowMs: number): number {
  const left = Math.max(0, MOST_MESSAGES - recent)
  if (left > 0 || !isChat(format)) return left
  return nowMs - (last_created_at ?? 0) >= DIGEST_EVERY_MS ? DIGEST_MESSAGES : 0
}
