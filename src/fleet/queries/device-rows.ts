import { isReadableBy, joinConditions, withIds } from '../../device/queries/readable.ts'
import { DEVICE_COLUMNS, type DeviceRow } from '../../device/repository.ts'
import type { Database } from '../../storage/database.ts'
import type { DeviceAlerts } from '../device-alerts.ts'
import type { Viewer } from './viewer.ts'

/** Reads the devices with these ids. The access to each is checked again, even if `readsAll` is true. */
export function readDeviceRows({ snapshot, userId }: Viewer, ids: readonly string[]): Promise<DeviceRow[]> {
  const { sql, parameters } = joinConditions([
    withIds(ids),
    ...(userId === undefined ? [] : [isReadableBy(userId)]),
  ])
  return snapshot.all({ sql: `SELECT ${DEVICE_COLUMNS} FROM devices d WHERE ${sql}`, parameters })
}

const SENT = `
SELECT DISTINCT a.id, a.sent_at, a.kind, a.route_id AS route, r.format
FROM incident_devices m
JOIN alert_message_incidents t ON t.incident_id = m.incident_id
JOIN alert_messages a ON a.id = t.message_id
JOIN alert_routes r ON r.id = a.route_id
WHERE m.device_id = ? AND a.sent_at IS NOT NULL
ORDER BY a.sent_at DESC, a.id
LIMIT 50`

type SentRow = Omit<DeviceAlerts['data'][number], 'sent_at'> & { readonly sent_at: number }

/** Reads the alerts that were sent about a device. */
export async function readDeviceAlerts(database: Database, deviceId: string): Promise<DeviceAlerts> {
  const rows = await database.all<SentRow>({ sql: SENT, parameters: [deviceId] })
  return {
    data: rows.map(({ sent_at, kind, route, format }) => ({
      sent_at: new Date(sent_at).toISOString(),
      kind,
      route,
      format,
    })),
  }
}
