import { describeMissingSender } from '../../alerts/missing-sender.ts'
import { hasDueMessage } from '../../alerts/outbox/queries/messages.ts'
import { listAlertRoutes } from '../../alerts/queries.ts'
import { findLastPresenceMs, mayBePresent } from '../../device/outages/service-presence.ts'
import { listNames } from '../../lib/text/list-names.ts'
import { DAY_MS } from '../../lib/time/durations.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import { hasDueRestock } from '../../menu/write/queries/restocks.ts'
import { listJobRows } from '../../storage/jobs/lease.ts'
import { createDatabaseCheck } from './check.ts'

/** How late a job may be. A job that is seconds late is about to run. */
const LATE_MS = 10_000
/** How many failing routes are named. The rest are only counted. */
const MAX_SHOWN_ROUTES = 5

export const jobsCheck = createDatabaseCheck('jobs', async (database) => {
  if (await hasDueRestock(database, Date.now() - LATE_MS))
    return {
      warning:
        'Items should be in stock again by now, but no process puts them back: start a service with CHANGES=on.',
    }
  const lastPresenceMs = await findLastPresenceMs(database)
  if (lastPresenceMs !== undefined && haveRecentlyStopped(lastPresenceMs))
    return {
      warning: `No service with CHANGES=on has run since ${isoTime(lastPresenceMs)}. If one should run, restart it: until then, nothing looks for silent devices or sends alerts.`,
    }
  const jobs = await listJobRows(database)
  const failed = jobs.filter(
    ({ failed_at }) => failed_at !== null && failed_at > isoTime(Date.now() - DAY_MS),
  )
  if (failed.length > 0) {
    const names = failed.map(({ name, failed_at }) => `${name} at ${failed_at}`).join(', ')
    return {
      warning: `Jobs have failed or hung and have not succeeded since (${names}): see the log of the service.`,
    }
  }
  const runs = jobs.map(({ name, last_run_at: at }) => `${name} ${at ? `ran at ${at}` : 'has not run yet'}`)
  return runs.length === 0 ? 'No job was due so far.' : `No job is late: ${runs.join(', ')}.`
})

/** Whether the services that ran jobs within the last day have stopped. After a day, nobody seems to need them. */
function haveRecentlyStopped(lastPresenceMs: number): boolean {
  const nowMs = Date.now()
  return !mayBePresent(lastPresenceMs, nowMs) && nowMs - lastPresenceMs < DAY_MS
}

export const alertsCheck = createDatabaseCheck('alerts', async (database, { allowsChanges }) => {
  const alertRoutes = await listAlertRoutes(database)
  const failing = alertRoutes.filter(({ failing_since }) => failing_since !== null).map(({ id }) => id)
  if (failing.length > 0)
    return {
      warning: `Alerts cannot be sent to ${listNames(failing, MAX_SHOWN_ROUTES)}: "signage alerts list" says since when, why, and which routes are off. Correct the receiver, then run "signage alerts test ID".`,
    }
  if (await hasDueMessage(database, Date.now() - LATE_MS))
    return { warning: 'Alerts are waiting, but no process sends them: start a service with CHANGES=on.' }
  const missing = await describeMissingSender(database, Date.now())
  // With CHANGES=on, this command may run just before its service starts.
  if (missing !== undefined && allowsChanges) return { warning: missing }
  if (missing !== undefined) throw new Error(missing)
  return alertRoutes.length === 0 ? 'There is no route for alerts.' : 'No route for alerts fails.'
})
