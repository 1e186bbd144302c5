import { type Static, Type } from '@sinclair/typebox'
import { MINUTE_MS } from '../../lib/time/durations.ts'
import { Instant, Nullable } from '../../schemas/schema-parts.ts'
import { MIN_ONLINE_MS } from '../online.ts'

const uptime = (description: string) => Nullable(Type.Number({ description, examples: [99.41] }))

export const Outage = Type.Object({
  started_at: Instant('The last heartbeat before it.'),
  ended_at: Nullable(Instant('The first heartbeat after it; null while the outage continues.')),
  duration_seconds: Type.Integer({
    description: 'Its length in seconds. For an outage that continues, up to the last full minute.',
  }),
  interruptions: Type.Integer({
    description: `How often the device was online for less than ${MIN_ONLINE_MS / MINUTE_MS} minutes meanwhile.`,
  }),
})
export type Outage = Static<typeof Outage>

const Span = Type.Object({ started_at: Instant('Its start.'), ended_at: Instant('Its end.') })

export const DeviceHistory = Type.Object(
  {
    uptime_24h: uptime(
      'Share of the last 24 hours in which the device was up, in percent, rounded down to two decimals. ' +
        'Null if less than an hour of it is known.',
    ),
    uptime_30d: uptime('The same for the last 30 days.'),
    outages: Type.Array(Outage, {
      description: 'The newest first. In lists of devices, only those of the last 24 hours.',
    }),
    unknown: Type.Array(Span, {
      description:
        'Times in which it is unknown whether the device was silent, the oldest first: before its first heartbeat, and while no ' +
        'service accepted heartbeats.',
    }),
    closed: Type.Array(Span, {
      description:
        'Times of the last 30 days in which its site was closed, the oldest first. Silence does not count then. ' +
        'In lists of devices, only those of the last 24 hours.',
    }),
  },
  { $id: 'DeviceHistory', description: 'The outages of a device, and its uptime.' },
)
export type DeviceHistory = Static<typeof DeviceHistory>
