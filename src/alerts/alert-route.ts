import { MINUTE_MS } from '../lib/time/durations.ts'
import type { IncidentKind } from './incidents/incident.ts'

/** The formats of messages. Each has a file in `formats/`. */
export const ALERT_FORMAT_NAMES = ['slack', 'teams', 'discord', 'ntfy', 'pagerduty', 'webhook'] as const
export type AlertFormatName = (typeof ALERT_FORMAT_NAMES)[number]

/** How long an incident must last before alert routes are notified of it, unless a route has its own delay. */
export const DEFAULT_DELAYS_MS: Readonly<Record<IncidentKind, number>> = {
  device: 15 * MINUTE_MS,
  site: 10 * MINUTE_MS,
  feed: 5 * MINUTE_MS,
}

/** A row of `alert_routes`. Times are in milliseconds. The URL and the token are secrets. */
export interface AlertRoute {
  readonly id: string
  readonly format: AlertFormatName
  readonly url: string
  /** The token that the receiver demands, or the secret that signs messages. */
  readonly token: string | null
  /** How long an incident must last; null for the default of its kind. */
  readonly after_seconds: number | null
  /** The site whose incidents it is notified of; null for all sites. */
  readonly site_id: string | null
  readonly created_at: number
  readonly failing_since: number | null
  /** When it was turned off, because messages could not be delivered; null if it is on. */
  readonly disabled_at: number | null
}

export type Destination = Pick<AlertRoute, 'url' | 'token'>

/** The columns of an alert route that record whether it works. */
export type AlertRouteHealth = Pick<AlertRoute, 'failing_since' | 'disabled_at'>

/** The state of an alert route: it is failing while messages cannot be delivered, and is turned off if that lasts. */
export type AlertRouteState = 'working' | 'failing' | 'off'

export function alertRouteState({ failing_since, disabled_at }: AlertRouteHealth): AlertRouteState {
  if (disabled_at !== null) return 'off'
  return failing_since === null ? 'working' : 'failing'
}

/** Shortens a URL for messages and the log, because everything after the host can be a secret. */
export function redactedUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? origin : `${origin}/…`
}
