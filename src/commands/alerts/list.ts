import { type ListedRoute, listRoutes } from '../../monitoring/alerts/queries.ts'
import { shownUrl } from '../../monitoring/alerts/route.ts'
import { Command } from '../shared/command.ts'
import { printTable } from '../shared/output.ts'

export const listCommand = new Command('list')
  .description('list all routes; of their addresses, which are secrets, only the hosts')
  .examples('signage alerts list', 'signage alerts list --json')
  .reads(
    async (database) => (await listRoutes(database)).map((route) => toListed(route, Date.now())),
    (routes) => printTable(HEADINGS, routes.map(toCells)),
  )

const HEADINGS = ['ID', 'FORMAT', 'HOST', 'AFTER', 'SITE', 'QUIET', 'MUTED UNTIL', 'STATE', 'LAST RESULT']

/** What anybody may see of a route. */
function toListed({ token: _secret, url, ...route }: ListedRoute, nowMs: number) {
  const isMuted = route.muted_until !== null && route.muted_until > nowMs
  return {
    id: route.id,
    format: route.format,
    host: shownUrl(url),
    after_seconds: route.after_seconds,
    site: route.site_id,
    quiet: route.quiet_from === null ? null : `${route.quiet_from}-${route.quiet_to} ${route.timezone}`,
    muted_until: isMuted ? textOf(route.muted_until) : null,
    failing_since: textOf(route.failing_since),
    off_since: textOf(route.disabled_at),
    last_result: route.last_result,
  }
}

function toCells({ id, format, host, after_seconds, site, ...rest }: ReturnType<typeof toListed>) {
  const { quiet, muted_until, last_result } = rest
  return [id, format, host, afterOf(after_seconds), site, quiet, muted_until, stateOf(rest), last_result]
}

function afterOf(seconds: number | null): string {
  if (seconds === null) return 'default'
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`
}

function stateOf(times: {
  readonly off_since: string | null
  readonly failing_since: string | null
}): string {
  if (times.off_since !== null) return `off since ${times.off_since}`
  return times.failing_since === null ? 'ok' : `failing since ${times.failing_since}`
}

function textOf(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString()
}
