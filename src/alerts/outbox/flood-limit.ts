import { isChat } from '../routes.ts'
import type { RouteState } from './queries.ts'

const HOUR_MS = 60 * 60 * 1000
/** How far back messages count. */
export const COUNTED_MS = HOUR_MS
const MOST_MESSAGES = 30
/** After that many, a chat gets one message in that time. */
const DIGEST_EVERY_MS = HOUR_MS / 4

/** How many messages a route may be sent now. */
export function allowed({ format, recent, last_created_at }: RouteState, nowMs: number): number {
  const left = Math.max(0, MOST_MESSAGES - recent)
  if (left > 0 || !isChat(format)) return left
  return nowMs - (last_created_at ?? 0) >= DIGEST_EVERY_MS ? 1 : 0
}
