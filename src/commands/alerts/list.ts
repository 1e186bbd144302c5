import { alertRouteState, redactedUrl } from '../../alerts/alert-route.ts'
import { type ListedAlertRoute, listAlertRoutes } from '../../alerts/queries.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import { Command } from '../shared/command.ts'
import { printTable } from '../shared/output.ts'

export const listCommand = new Command('list')
  .description('list all routes, with only the host of each address, because addresses are secret')
  .examples('signage alerts list', 'signage alerts list --json')
  .reads(
    (database) => listAlertRoutes(database),
    (alertRoutes) =>
      printTable(alertRoutes, {
        ID: ({ id }) => id,
        FORMAT: ({ format }) => format,
        ADDRESS: ({ url }) => redactedUrl(url),
        AFTER: ({ delay_seconds }) => delayText(delay_seconds),
        SITE: ({ site_id }) => site_id,
        'MUTED UNTIL': mutedUntil,
        STATE: stateText,
        'LAST RESULT': ({ last_result }) => last_result,
      }),
    (alertRoutes) => alertRoutes.map(toListed),
  )

/** The fields of a route, without its secrets. */
function toListed(alertRoute: ListedAlertRoute) {
  return {
    id: alertRoute.id,
    format: alertRoute.format,
    host: redactedUrl(alertRoute.url),
    after_seconds: alertRoute.delay_seconds,
    site: alertRoute.site_id,
    muted_until: mutedUntil(alertRoute),
    failing_since: timeText(alertRoute.failing_since),
    off_since: timeText(alertRoute.off_since),
    last_result: alertRoute.last_result,
  }
}

function mutedUntil({ muted_until }: ListedAlertRoute): string | null {
  return muted_until !== null && muted_until > Date.now() ? isoTime(muted_until) : null
}

function delayText(seconds: number | null): string {
  if (seconds === null) return 'default'
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`
}

function stateText(alertRoute: ListedAlertRoute): string {
  const since = timeText(alertRoute.off_since ?? alertRoute.failing_since)
  return `${alertRouteState(alertRoute)}${since === null ? '' : ` since ${since}`}`
}

function timeText(timeMs: number | null): string | null {
  return timeMs === null ? null : isoTime(timeMs)
}
