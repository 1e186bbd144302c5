/** What an alert route may send. Each is a file in `receivers/`, and pages know the names as well. */
export const ROUTE_FORMATS = ['slack', 'teams', 'discord', 'ntfy', 'pagerduty', 'webhook'] as const
export type RouteFormat = (typeof ROUTE_FORMATS)[number]

/** Where messages are sent. The URL and the token are secrets. */
export interface Destination {
  readonly url: string
  /** What the receiver asks for, or the secret that signs messages. */
  readonly token: string | null
}

/** A row of `alert_routes`. Times are in milliseconds. */
export interface Route extends Destination {
  readonly id: string
  readonly format: RouteFormat
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
