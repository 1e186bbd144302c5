import { type Static, Type } from '@sinclair/typebox'
import { ALERT_FORMAT_NAMES, type AlertFormatName } from '../alerts/alert-route.ts'
import { MESSAGE_KINDS, type MessageKind } from '../alerts/message.ts'

/** The alerts that were sent about a device, or about a site or a feed that it was silent with. */
export const DeviceAlerts = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        sent_at: Type.String({ format: 'date-time', description: 'When its receiver accepted it.' }),
        kind: Type.Unsafe<MessageKind>({
          type: 'string',
          enum: MESSAGE_KINDS,
          description: 'Whether it tells of the beginning of an outage, or of its end.',
        }),
        route: Type.String({ description: 'ID of the route that it was sent to.' }),
        format: Type.Unsafe<AlertFormatName>({
          type: 'string',
          enum: ALERT_FORMAT_NAMES,
          description: 'The format of the route.',
        }),
      }),
      { description: 'The latest 50, the newest first.' },
    ),
  },
  { $id: 'DeviceAlerts', description: 'The alerts about a device.' },
)
export type DeviceAlerts = Static<typeof DeviceAlerts>
