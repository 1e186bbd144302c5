import { type Static, Type } from '@sinclair/typebox'
import { MESSAGE_KINDS, type MessageKind } from '../alerts/message-kind.ts'
import { ROUTE_FORMATS, type RouteFormat } from '../alerts/route.ts'

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
        format: Type.Unsafe<RouteFormat>({
          type: 'string',
          enum: ROUTE_FORMATS,
          description: 'What receives it.',
        }),
      }),
      { description: 'The latest 50, the newest first.' },
    ),
  },
  { $id: 'DeviceAlerts', description: 'The alerts about a device.' },
)
export type DeviceAlerts = Static<typeof DeviceAlerts>
