import { groupBy } from '../../lib/group-by.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/time/durations.ts'
import type { Database } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'
import { isChat } from '../formats/alert-formats.ts'
import type { MessageKind } from '../message.ts'
import { isDue, mayBeDue } from './due.ts'
import { readFacts } from './facts.ts'
import {
  type ActiveAlertRoute,
  type AlertRouteIncident,
  addMessages,
  findActiveAlertRoutes,
  findEndedIncidents,
  findNewIncidents,
  type NewMessage,
} from './queries.ts'

/**
 * How many messages may be written for a route within `WITHIN_MS`. Later incidents wait, and a chat gets them in one message.
 */
const MOST_MESSAGES = 10
const WITHIN_MS = 10 * MINUTE_MS
/** Nobody is notified of the end of an incident that ended earlier. Attempts take 3 days, and mutes last 7 at most. */
const LONGEST_DELAY_MS = 14 * DAY_MS

/** A job that writes messages when they are due. */
export function alertPlanning(database: Database, clock: Clock): Job {
  return {
    name: 'alert-planning',
    intervalMs: 5 * SECOND_MS,
    leaseMs: 5 * SECOND_MS,
    timeLimitMs: 60 * SECOND_MS,
    isDue: async () => (await planMessages(database, clock())).length > 0,
    async run(write) {
      const nowMs = clock()
      const messages = await planMessages(database, nowMs)
      await write(() => addMessages(messages, nowMs))
    },
  }
}

/**
 * Decides which alert routes are to be notified of which incidents now. It only reads. The result depends on the database and
 * the time alone, so it is the same after a restart.
 */
async function planMessages(database: Database, nowMs: number): Promise<NewMessage[]> {
  const alertRoutes = await findActiveAlertRoutes(database, nowMs - WITHIN_MS)
  if (alertRoutes.length === 0) return []
  const opened = await findDue(database, nowMs)
  const ended = await findEndedIncidents(database, nowMs - LONGEST_DELAY_MS, nowMs)
  const openedOf = groupBy(opened, ({ route_id }) => route_id)
  const endedOf = groupBy(ended, ({ route_id }) => route_id)
  return alertRoutes.flatMap((alertRoute) => {
    const messages = [
      ...toMessages(alertRoute, 'resolved', endedOf.get(alertRoute.id) ?? []),
      ...toMessages(alertRoute, 'opened', openedOf.get(alertRoute.id) ?? []),
    ]
    return messages.slice(0, Math.max(0, MOST_MESSAGES - alertRoute.recent))
  })
}

async function findDue(database: Database, nowMs: number): Promise<AlertRouteIncident[]> {
  const unnotified = await findNewIncidents(database, nowMs)
  const candidates = unnotified.filter((incident) => mayBeDue(incident, incident, nowMs))
  const facts = await readFacts(database, candidates, nowMs)
  return facts.filter((one) => isDue(one, one.incident, nowMs)).map(({ incident }) => incident)
}

/** People get one message about several incidents, programs get one for each. */
function toMessages(
  { id: alertRouteId, format }: ActiveAlertRoute,
  kind: MessageKind,
  incidents: readonly AlertRouteIncident[],
): NewMessage[] {
  const ids = incidents.map(({ id }) => id)
  if (ids.length === 0) return []
  const parts = isChat(format) ? [ids] : ids.map((id) => [id])
  return parts.map((incidentIds) => ({ alertRouteId, kind, incidentIds }))
}
