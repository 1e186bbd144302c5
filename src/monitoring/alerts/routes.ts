import type { Destination } from './receivers/format.ts'
import { FORMATS } from './receivers/formats.ts'

/** What a route sends. */
export type RouteFormat = keyof typeof FORMATS
export const ROUTE_FORMATS = Object.keys(FORMATS).filter((name): name is RouteFormat => name in FORMATS)
/** Those that people read. */
export const CHATS = ROUTE_FORMATS.filter(isChat)

export function isChat(format: RouteFormat): boolean {
  return FORMATS[format].isChat
}

/** Who receives messages. */
export interface Receiver extends Destination {
  readonly format: RouteFormat
}

/** A row of `alert_routes`. Times are in milliseconds. */
export interface Route extends Receiver {
  readonly id: string
  /** How long an incident must last; null for the default of its kind. */
  readonly after_seconds: number | null
  /** Null if it is told of all sites. */
  readonly site_id: string | null
  readonly quiet_from: string | null
  readonly quiet_to: string | null
  readonly timezone: string | null
  readonly created_at: number
  readonly failing_since: number | null
  /** Since when nothing is sent to it, because that failed for too long. */
  readonly disabled_at: number | null
}

/** A route fails while nothing can be sent to it, and is turned off if that lasts. */
export type RouteState = 'working' | 'failing' | 'off'

/** An address as messages and the log may contain it: everything after the host can be a secret. */
export function shownUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? origin : `${origin}/…`
}
