import { findLastPresence, LONGEST_PAUSE_MS } from '../../device/outages/service-presence.ts'
import { findHeartbeatsAfter } from '../../device/queries/heartbeats.ts'
import { DAY_MS } from '../../lib/time/durations.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import { findDueReturn } from '../../menu/write/queries/stock-returns.ts'
import { isDeliveryDue } from '../../monitoring/alerts/delivery/due.ts'
import { type ListedRoute, listRoutes } from '../../monitoring/alerts/queries.ts'
import { shownUrl } from '../../monitoring/alerts/route.ts'
import { describeUnsent } from '../../monitoring/alerts/unsent.ts'
import type { Config } from '../../server/config/config.ts'
import type { Database } from '../../storage/database.ts'
import { listJobs } from '../../storage/jobs/lease.ts'
import { isInMemory, openDatabase } from '../../storage/open.ts'
import { type Check, type Result, warningOr } from './check.ts'

/** Differences between clocks up to this are not reported. */
const TOLERANCE_MS = 60_000
/** How late a job may be. Jobs that are seconds late are about to be done. */
const LATE_MS = 10_000
/** How many routes that fail are described. The rest are only counted. */
const SHOWN_ROUTES = 5

/** A check of what is in the database. */
function contentCheck(
  name: string,
  needs: readonly string[],
  run: (database: Database, config: Config) => Result | Promise<Result>,
): Check {
  return {
    name,
    needs,
    run: async (config) => {
      const database = await openDatabase(config.databaseUrl, 'read', config)
      return Promise.resolve(run(database, config)).finally(() => database.close())
    },
  }
}

export const databaseCheck = contentCheck('database', ['driver'], (_database, { databaseUrl }) =>
  warningOr(
    isInMemory(databaseUrl)
      ? 'The database is in memory, so its data is lost when the process ends: set DATABASE_URL to a file. Only "signage serve --seed FILE" can use a database in memory.'
      : undefined,
    'The database can be opened, and its tables are those of this version.',
  ),
)

const clockCheck = contentCheck('clock', ['database'], async (database) => {
  const latest = new Date(Date.now() + TOLERANCE_MS).toISOString()
  const { count, last } = await findHeartbeatsAfter(database, latest)
  if (count === 0) return `It is ${new Date().toISOString()}, and no heartbeat is in the future.`
  return {
    warning: `It is ${new Date().toISOString()}, but heartbeats of ${count === 1 ? '1 device' : `${count} devices`} are in the future, up to ${last}: correct the clock of this machine, or of the sender of the heartbeats.`,
  }
})

const jobsCheck = contentCheck('jobs', ['database'], async (database) => {
  if (await findDueReturn(database, Date.now() - LATE_MS)) {
    return {
      warning:
        'Items should be in stock again by now, but no process puts them back: start a service with CHANGES=on.',
    }
  }
  const lastPresenceMs = await findLastPresence(database)
  if (lastPresenceMs !== undefined && isMissing(lastPresenceMs)) {
    return {
      warning: `A service with CHANGES=on was last heard of at ${isoTime(lastPresenceMs)}: if it hangs, restart it. Without one, nobody looks for silent devices or sends alerts. This is fine if it was stopped.`,
    }
  }
  const jobs = await listJobs(database)
  const failed = jobs.filter(
    ({ failed_at }) => failed_at !== null && failed_at > isoTime(Date.now() - DAY_MS),
  )
  if (failed.length > 0) {
    const names = failed.map(({ name, failed_at }) => `${name} at ${failed_at}`).join(', ')
    return { warning: `Jobs failed or hung, and were not done since (${names}): see the log of the service.` }
  }
  const runs = jobs.map(({ name, last_run_at }) => `${name} was done at ${last_run_at ?? 'no time yet'}`)
  return runs.length === 0 ? 'No job was due so far.' : `No job is late: ${runs.join(', ')}.`
})

/** Whether the services that did jobs do none any more, although they did within a day: later, nobody needs them any more. */
function isMissing(lastPresenceMs: number): boolean {
  const absentMs = Date.now() - lastPresenceMs
  return absentMs > LONGEST_PAUSE_MS + TOLERANCE_MS && absentMs < DAY_MS
}

const alertsCheck = contentCheck('alerts', ['database'], async (database, { allowsChanges }) => {
  const routes = await listRoutes(database)
  const broken = routes.filter(({ failing_since }) => failing_since !== null)
  if (broken.length > 0) return { warning: describeAllBroken(broken) }
  if (await isDeliveryDue(database, Date.now() - LATE_MS)) {
    return { warning: 'Alerts are waiting, but no process sends them: start a service with CHANGES=on.' }
  }
  const unsent = await describeUnsent(database, Date.now())
  // With CHANGES=on, it may only be about to start.
  if (unsent !== undefined && allowsChanges) return { warning: unsent }
  if (unsent !== undefined) throw new Error(unsent)
  return routes.length === 0 ? 'There is no route for alerts.' : 'No route for alerts fails.'
})

function describeAllBroken(routes: readonly ListedRoute[]): string {
  const sentences = routes.slice(0, SHOWN_ROUTES).map(describeBroken)
  const rest = routes.length - SHOWN_ROUTES
  return [...sentences, ...(rest > 0 ? [`And ${rest} more: see "signage alerts list".`] : [])].join(' ')
}

function describeBroken({ id, url, failing_since, disabled_at, last_result }: ListedRoute): string {
  const to = `route ${id} (${shownUrl(url)})`
  if (disabled_at !== null) {
    return `No alerts are sent to ${to} since ${isoTime(disabled_at)}, because that had failed: correct the receiver, then run "signage alerts test ${id}" to turn the route on.`
  }
  const reason = last_result === null ? '' : `: ${last_result}`
  return `Alerts cannot be sent to ${to} since ${isoTime(failing_since ?? 0)}${reason}. Correct the receiver, or try again with "signage alerts test ${id}".`
}

/** Checks of what is in the database, in the order in which they are best made. */
export const contentChecks: readonly Check[] = [clockCheck, jobsCheck, alertsCheck]
