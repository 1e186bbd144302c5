import { DAY_MS, MINUTE_MS } from '../lib/time/durations.ts'
import type { Destination } from './formats/alert-format.ts'
import type { AlertFormatName } from './formats/alert-formats.ts'
import type { IncidentKind } from './incidents/incident.ts'

/** How long an incident must last before alert routes are notified of it, unless a route has its own delay. */
export const DEFAULT_DELAYS_MS: Readonly<Record<IncidentKind, number>> = {
  device: 15 * MINUTE_MS,
  site: 10 * MINUTE_MS,
  feed: 5 * MINUTE_MS,
}

/** A row of `alert_routes`. Times are in milliseconds since 1970, the delay is in seconds. */
export interface AlertRoute extends Destination {
  readonly id: string
  readonly format: AlertFormatName
  /** How long an incident must last before this route is notified; null for the default of its kind. */
  readonly delay_seconds: number | null
  /** The site whose incidents it is notified of; null for all sites. */
  readonly site_id: string | null
  readonly created_at: number
  readonly failing_since: number | null
  /** When it was turned off, because messages could not be delivered; null if it is on. */
  readonly off_since: number | null
}

/** The columns of an alert route that record whether it works. */
export type AlertRouteHealth = Pick<AlertRoute, 'failing_since' | 'off_since'>

/** A route is failing while messages cannot be delivered. After `MAX_FAILING_MS` it is turned off. */
export type AlertRouteState = 'working' | 'failing' | 'off'
export const MAX_FAILING_MS = 3 * DAY_MS

export function alertRouteState({ failing_since, off_since }: AlertRouteHealth): AlertRouteState {
  if (off_since !== null) return 'off'
  return failing_since === null ? 'working' : 'failing'
}

/** Shortens a URL for messages and the log, because everything after the host can be a secret. */
export function redactedUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? origin : `${origin}/…`
}
