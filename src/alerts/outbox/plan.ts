import { groupBy } from '../../lib/group-by.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/time/durations.ts'
import type { Database } from '../../storage/database.ts'
import { MAX_FAILING_MS } from '../alert-route.ts'
import { isForPeople } from '../formats/alert-formats.ts'
import type { MessageKind } from '../message.ts'
import { MAX_MUTE_DAYS } from '../mutes/schema.ts'
import { readFacts } from './facts.ts'
import { findEndedIncidents, findNewIncidents, type IncidentForRoute } from './queries/incidents.ts'
import { type ActiveAlertRoute, findActiveAlertRoutes, type NewMessage } from './queries/messages.ts'
import { earliestNotificationMs, shouldNotify } from './should-notify.ts'

/** How many messages may be written for a route within `PERIOD_MS`. Further incidents wait. People get them in one message. */
const MAX_MESSAGES = 10
const PERIOD_MS = 10 * MINUTE_MS
/** Ends of incidents are reported up to this age. At worst, a route is muted and then fails, both as long as possible, and twice. */
const MAX_AGE_OF_END_MS = 2 * (MAX_MUTE_DAYS * DAY_MS + MAX_FAILING_MS)

/**
 * Decides which alert routes are to be notified of which incidents now. It only reads. The result depends on the database and
 * the time alone, so it is the same after a restart.
 */
export async function planMessages(database: Database, nowMs: number): Promise<NewMessage[]> {
  const alertRoutes = await findActiveAlertRoutes(database, nowMs - PERIOD_MS)
  if (alertRoutes.length === 0) return []
  const opened = await findIncidentsToNotifyOf(database, nowMs)
  const ended = await findEndedIncidents(database, nowMs - MAX_AGE_OF_END_MS, nowMs)
  const openedOf = groupBy(opened, ({ route_id }) => route_id)
  const endedOf = groupBy(ended, ({ route_id }) => route_id)
  return alertRoutes.flatMap((alertRoute) => {
    const messages = [
      ...toMessages(alertRoute, 'resolved', endedOf.get(alertRoute.id) ?? []),
      ...toMessages(alertRoute, 'opened', openedOf.get(alertRoute.id) ?? []),
    ]
    return messages.slice(0, Math.max(0, MAX_MESSAGES - alertRoute.recent_messages))
  })
}

/** Finds the open incidents of which a route should be notified now. */
async function findIncidentsToNotifyOf(database: Database, nowMs: number): Promise<IncidentForRoute[]> {
  const incidents = await findNewIncidents(database, nowMs)
  const candidates = incidents.filter((incident) => earliestNotificationMs(incident) <= nowMs)
  const facts = await readFacts(database, candidates, nowMs)
  return facts.filter((one) => shouldNotify(one, nowMs)).map(({ incident }) => incident)
}

/** People get one message about several incidents, programs get one for each. */
function toMessages(
  { id: alertRouteId, format }: ActiveAlertRoute,
  kind: MessageKind,
  incidents: readonly IncidentForRoute[],
): NewMessage[] {
  const ids = incidents.map(({ id }) => id)
  if (ids.length === 0) return []
  const parts = isForPeople(format) ? [ids] : ids.map((id) => [id])
  return parts.map((incidentIds) => ({ alertRouteId, kind, incidentIds }))
}
