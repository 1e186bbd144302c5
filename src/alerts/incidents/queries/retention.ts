import { OUTAGES_KEPT_MS } from '../../../device/outages/history.ts'
import { defineQuery } from '../../../storage/define-query.ts'
import type { Retention } from '../../../storage/jobs/retention.ts'

// A message is also the record that its route was notified, so it is kept as long as its incidents. Old messages are
// looked for by route, because the index of their times begins with the route.
const OLD_MESSAGES = `
  FROM alert_routes r CROSS JOIN alert_messages a
  WHERE a.route_id = r.id AND a.created_at < ?
    AND NOT EXISTS (SELECT 1 FROM alert_message_incidents t WHERE t.message_id = a.id)`

const FIND_OLD = `
SELECT 1 FROM incidents WHERE ended_at < ? UNION ALL SELECT 1 FROM alert_mutes WHERE until < ?
UNION ALL SELECT 1 ${OLD_MESSAGES} LIMIT 1`

// An incident can contain the whole fleet, so its devices are deleted in parts.
const DELETE_OLD_DEVICES = `
DELETE FROM incident_devices WHERE (device_id, incident_id) IN (
  SELECT x.device_id, x.incident_id
  FROM incidents i JOIN incident_devices x ON x.incident_id = i.id
  WHERE i.ended_at < ?
  LIMIT 1000
)`
const DELETE_OLD = `
DELETE FROM incidents WHERE id IN (
  SELECT i.id FROM incidents i
  WHERE i.ended_at < ? AND NOT EXISTS (SELECT 1 FROM incident_devices x WHERE x.incident_id = i.id)
  LIMIT 1000
)`

const DELETE_OLD_MESSAGES = `DELETE FROM alert_messages WHERE id IN (SELECT a.id ${OLD_MESSAGES} LIMIT 1000)`

const DELETE_OLD_MUTES = 'DELETE FROM alert_mutes WHERE until < ?'

/** Deletes incidents that are no longer kept, with their devices and messages, and mutes that ended as long ago. */
export const incidentRetention: Retention = {
  name: 'incident-retention',
  keptMs: OUTAGES_KEPT_MS,
  findOldRowQuery: (beforeMs) => ({ sql: FIND_OLD, parameters: [beforeMs, beforeMs, beforeMs] }),
  deleteStatements: [DELETE_OLD_DEVICES, DELETE_OLD, DELETE_OLD_MESSAGES, DELETE_OLD_MUTES].map((sql) =>
    defineQuery(sql),
  ),
}
