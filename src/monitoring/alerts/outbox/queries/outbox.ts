import type { Database } from '../../../../storage/database.ts'
import { ROUTE_COLUMNS, ROUTES_AND_MUTES } from '../../queries.ts'
import type { Route } from '../../route.ts'
import { COUNTED_MS, type SentLately } from '../flood-limit.ts'
import {
  findUntoldEndsQuery,
  findUntoldQuery,
  type UntoldEnd,
  type UntoldIncident,
  withLatestMute,
} from './incidents.ts'

/** A route that is on, and what it was sent lately. */
export interface OutboxRoute extends Route, SentLately {
  readonly muted_until: number | null
}

/** A message of which nothing is true any more, unless an attempt was made meanwhile. */
export interface PointlessMessage {
  readonly id: string
  readonly attempts: number
}

export interface OutboxState {
  readonly routes: readonly OutboxRoute[]
  readonly untold: readonly UntoldIncident[]
  readonly ended: readonly UntoldEnd[]
  readonly pointless: readonly PointlessMessage[]
}

const ROUTES = `
SELECT ${ROUTE_COLUMNS}, m.until AS muted_until,
  (SELECT count(*) FROM alert_messages a WHERE a.route_id = r.id AND a.created_at > ?) AS recent,
  (SELECT max(a.created_at) FROM alert_messages a WHERE a.route_id = r.id) AS last_created_at
FROM ${ROUTES_AND_MUTES}
WHERE r.disabled_at IS NULL ORDER BY r.id`

const POINTLESS = `
SELECT a.id, a.attempts FROM alert_messages a
WHERE a.next_attempt_at IS NOT NULL AND a.kind = 'opened' AND NOT EXISTS (
  SELECT 1 FROM alert_message_incidents t JOIN incidents i ON i.id = t.incident_id
  WHERE t.message_id = a.id AND i.ended_at IS NULL
)`

/** Reads what decides who is told what. Without routes, that is little. */
export async function readOutbox(database: Database, nowMs: number): Promise<OutboxState> {
  const [routes, untold, ended, pointless] = await database.snapshot<
    [OutboxRoute[], UntoldIncident[], UntoldEnd[], PointlessMessage[]]
  >([
    { sql: ROUTES, parameters: [nowMs - COUNTED_MS] },
    findUntoldQuery,
    findUntoldEndsQuery(nowMs),
    { sql: POINTLESS },
  ])
  return { routes, untold: withLatestMute(untold, ({ route_id }) => route_id), ended, pointless }
}
