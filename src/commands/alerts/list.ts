import { redactedUrl } from '../../alerts/alert-route.ts'
import { type ListedAlertRoute, listAlertRoutes } from '../../alerts/queries.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import { Command } from '../shared/command.ts'
import { printTable } from '../shared/output.ts'

export const listCommand = new Command('list')
  .description('list all routes, with only the host of each address, because addresses are secret')
  .examples('signage alerts list', 'signage alerts list --json')
  .reads(
    async (database) =>
      (await listAlertRoutes(database)).map((alertRoute) => toListed(alertRoute, Date.now())),
    (alertRoutes) => printTable(HEADINGS, alertRoutes.map(toCells)),
  )

const HEADINGS = ['ID', 'FORMAT', 'HOST', 'AFTER', 'SITE', 'MUTED UNTIL', 'STATE', 'LAST RESULT']

/** The fields of a route, without its secrets. */
function toListed({ token: _secret, url, ...alertRoute }: ListedAlertRoute, nowMs: number) {
  const isMuted = alertRoute.muted_until !== null && alertRoute.muted_until > nowMs
  return {
    id: alertRoute.id,
    format: alertRoute.format,
    host: redactedUrl(url),
    after_seconds: alertRoute.delay_seconds,
    site: alertRoute.site_id,
    muted_until: isMuted ? textOf(alertRoute.muted_until) : null,
    failing_since: textOf(alertRoute.failing_since),
    off_since: textOf(alertRoute.off_since),
    last_result: alertRoute.last_result,
  }
}

function toCells({ id, format, host, after_seconds, site, ...rest }: ReturnType<typeof toListed>) {
  const { muted_until, last_result } = rest
  return [id, format, host, delayText(after_seconds), site, muted_until, stateOf(rest), last_result]
}

function delayText(seconds: number | null): string {
  if (seconds === null) return 'default'
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`
}

type Times = Pick<ReturnType<typeof toListed>, 'off_since' | 'failing_since'>

function stateOf({ off_since, failing_since }: Times): string {
  if (off_since !== null) return `off since ${off_since}`
  return failing_since === null ? 'working' : `failing since ${failing_since}`
}

function textOf(timeMs: number | null): string | null {
  return timeMs === null ? null : isoTime(timeMs)
}
