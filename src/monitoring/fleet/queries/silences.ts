import { BOUND_LIST, boundList, query } from '../../../storage/database.ts'
import { type Reader, readable } from './candidates.ts'

/** The incident in which a device is silent. */
export interface SilenceRow {
  readonly device_id: string
  readonly incident_id: string
  readonly kind: 'device' | 'site' | 'feed'
  readonly started_at: number
}

/** A query for the incidents of devices that are silent. */
export const silencesQuery = query<[deviceIds: Iterable<string>]>(`
SELECT x.device_id, x.incident_id, i.kind, i.started_at
FROM incident_devices x JOIN incidents i ON i.id = x.incident_id
WHERE x.returned_at IS NULL AND x.remained = 0 AND x.device_id IN ${BOUND_LIST}`)

/** SQL: the devices of incidents, like `devices d`. */
const INCIDENT_DEVICES =
  '(SELECT device_id AS id, incident_id, returned_at, remained FROM incident_devices) AS d'

/** Counts the devices of incidents that are still silent, of those that the reader may read. */
export async function countSilent(
  reader: Reader,
  incidentIds: Iterable<string>,
): Promise<Map<string, number>> {
  const access = readable(reader)
  const rows = await reader.snapshot.all<{ incident_id: string; silent: number }>({
    sql: `
SELECT d.incident_id, count(*) AS silent FROM ${INCIDENT_DEVICES}
WHERE d.incident_id IN ${BOUND_LIST} AND d.returned_at IS NULL AND d.remained = 0 AND ${access.sql}
GROUP BY d.incident_id`,
    parameters: [boundList(incidentIds), ...access.parameters],
  })
  return new Map(rows.map(({ incident_id, silent }) => [incident_id, silent]))
}

export interface FeedRow {
  readonly id: string
  readonly started_at: number
  readonly silent: number
}

/**
 * Finds the feeds that may be down, with the numbers of silent devices that the reader may read. The coalesce() makes SQLite read
 * the index of silent devices, which has all that is needed.
 */
export function findFeeds(reader: Reader): Promise<FeedRow[]> {
  const access = readable(reader)
  return reader.snapshot.all({
    sql: `
SELECT i.id, i.started_at, (
  SELECT count(*) FROM ${INCIDENT_DEVICES}
  WHERE coalesce(d.incident_id, '') = i.id AND d.returned_at IS NULL AND d.remained = 0 AND ${access.sql}
) AS silent
FROM incidents i WHERE i.ended_at IS NULL AND i.kind = 'feed'
ORDER BY i.started_at, i.id`,
    parameters: [...access.parameters],
  })
}

/** An outage that is over. */
export interface OutageRow {
  readonly device_id: string
  readonly started_at: number
}

/** A query for the earlier outages of devices. */
export const outagesQuery = query<[deviceIds: Iterable<string>, sinceMs: number]>(`
SELECT device_id, started_at FROM outages WHERE device_id IN ${BOUND_LIST} AND started_at > ?`)

/** A query for the times in which no service was there, which may overlap, if they ended after a time. */
export const absencesQuery = query<[sinceMs: number]>(
  'SELECT started_at, ended_at FROM service_absences WHERE ended_at > ?',
)
