import { type Static, Type } from '@sinclair/typebox'
import { DeviceHistory } from '../device/outages/schema.ts'
import { Device } from '../device/schema.ts'
import { Instant, Nullable, refTo } from '../schemas/schema-parts.ts'
import { describeStates, FLEET_STATES, type FleetState } from './states.ts'

const State = Type.Unsafe<FleetState>({
  type: 'string',
  enum: FLEET_STATES,
  description: `${describeStates()}.`,
})
const mutedUntil = Nullable(Instant('Until when nobody is alerted; null if it is not muted.'))

const SITE = {
  id: Type.String({ description: 'Site ID.' }),
  name: Type.String({ description: 'Name of the site.' }),
  timezone: Type.String({ description: 'IANA time zone of the site.' }),
}

/** A device: the fields of `GET /devices`, and its site, history, state, reason and mute. */
export const FleetDevice = Type.Object(
  {
    ...Device.properties,
    site: Nullable(Type.Object(SITE, { description: 'Where it is; null if it has no site.' })),
    history: refTo(DeviceHistory, 'Its uptime, and its outages of the last 24 hours.'),
    state: State,
    reason: Nullable(
      Type.String({
        description:
          'Why it is offline, as far as other devices tell, in one sentence; null if nothing is known.',
        examples: ['Only this screen: 14 other screens at The Quayside are online.'],
      }),
    ),
    muted_until: mutedUntil,
  },
  { $id: 'FleetDevice', description: 'A device of the fleet.' },
)
export type FleetDevice = Static<typeof FleetDevice>

const FleetSite = Type.Object({
  ...SITE,
  is_open: Type.Boolean({ description: 'Whether it is open now.' }),
  devices: Type.Integer({ description: 'How many of its devices the key can read.' }),
  online: Type.Integer({ description: 'How many of these are online.' }),
  muted_until: mutedUntil,
})
export type FleetSite = Static<typeof FleetSite>

const counts = Object.fromEntries(
  FLEET_STATES.map((state) => [state, Type.Integer({ description: `How many are \`${state}\`.` })]),
) as Record<FleetState, ReturnType<typeof Type.Integer>>

export const Fleet = Type.Object(
  {
    counts: Type.Object(
      { all: Type.Integer({ description: 'All devices that the key may read.' }), ...counts },
      { description: 'The number of devices: of `all`, and in each state. Filters do not change it.' },
    ),
    total: Type.Integer({ description: 'The number of devices that match the filters, on all pages.' }),
    notices: Type.Array(Type.String(), {
      description:
        'What concerns the fleet as a whole, in sentences, such as: No heartbeat from any screen since 04:16 UTC: their connection to the signage service may be down.',
    }),
    sites: Type.Array(FleetSite, { description: 'The sites of the devices of this page.' }),
    devices: Type.Array(Type.Unsafe<FleetDevice>(Type.Ref('FleetDevice#')), {
      description: 'The devices of this page, in order.',
    }),
    next: Nullable(Type.String({ description: 'The `cursor` of the next page; null on the last one.' })),
  },
  { $id: 'Fleet', description: 'One page of the fleet.' },
)
export type Fleet = Static<typeof Fleet>
