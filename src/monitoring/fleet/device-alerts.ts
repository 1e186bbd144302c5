import { type Static, Type } from '@sinclair/typebox'
import type { Database } from '../../storage/database.ts'
import { ROUTE_FORMATS } from '../alerts/routes.ts'

/** The alerts that were sent about a device, or about a site or a feed that it was silent with. */
export const DeviceAlerts = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        sent_at: Type.String({ format: 'date-time', description: 'When its receiver accepted it.' }),
        kind: Type.Unsafe<'opened' | 'resolved'>({
          type: 'string',
          enum: ['opened', 'resolved'],
          description: 'Whether it tells of the beginning of an outage, or of its end.',
        }),
        route: Type.String({ description: 'ID of the route that it was sent to.' }),
        format: Type.Unsafe<(typeof ROUTE_FORMATS)[number]>({
          type: 'string',
          enum: ROUTE_FORMATS,
          description: 'What receives it.',
        }),
      }),
      { description: 'The latest 50, the newest first.' },
    ),
  },
  { $id: 'DeviceAlerts' },
)
export type DeviceAlerts = Static<typeof DeviceAlerts>

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
  const rows = await database.all<SentRow>(SENT, deviceId)
  return {
    data: rows.map(({ sent_at, kind, route, format }) => ({
      sent_at: new Date(sent_at).toISOString(),
      kind,
      route,
      format,
    })),
  }
}
