import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../http/nullable.ts'
import type { DeviceHistory } from './outages/schema.ts'

const timestamp = (description: string) =>
  Type.String({ format: 'date-time', examples: ['2024-03-21T17:51:45.732391Z'], description })

/** One display device in a response. Timestamps are in UTC and keep all digits with which they were given. */
export const Device = Type.Object(
  {
    id: Type.String({ description: 'Device ID, usually its MAC address in lower case with colons.' }),
    name: Type.String({ description: 'Name of the device.' }),
    timezone: Type.String({ description: 'IANA time zone.', examples: ['America/Los_Angeles'] }),
    screen_resolution: Type.String({ description: 'Width x height in pixels.', examples: ['1920x1080'] }),
    screen_orientation: Type.String({ description: 'Screen orientation.', examples: ['normal'] }),
    registered_at: Nullable(timestamp('When it was registered with its activation code.')),
    published_at: Nullable(timestamp('When content was last published to it.')),
    last_heartbeat_at: Nullable(timestamp('When it sent its last heartbeat.')),
    is_online: Type.Boolean({ description: 'Whether its last heartbeat is at most 5 minutes old.' }),
    offline_startup: Type.Boolean({ description: 'Whether it starts playing from its cache after startup.' }),
    offline_startup_delay_minutes: Type.Integer({
      description: 'Minutes on the WiFi setup screen when offline_startup is enabled.',
    }),
    open_dev_tools: Type.Boolean({
      description:
        'Whether developer tools open at startup. Some descriptions of this interface declare an integer; ' +
        'it is, and always was, a boolean.',
    }),
    updated_at: timestamp('When it was last updated.'),
    created_at: timestamp(
      'When it was created, typically imaged. Some descriptions of this interface declare an integer; ' +
        'it is, and always was, a timestamp.',
    ),
  },
  { $id: 'Device' },
)
export type Device = Static<typeof Device>

export const DeviceReference = Type.Unsafe<Device>({ ...Type.Ref('Device#'), description: 'The device.' })

/** A device in a list, with what was asked for besides. */
export const ListedDevice = Type.Object(
  {
    ...Device.properties,
    site: Type.Optional(
      Nullable(
        Type.Object(
          {
            id: Type.String({ description: 'Site ID.' }),
            name: Type.String({ description: 'Name of the site.' }),
            timezone: Type.String({ description: 'IANA time zone of the site.' }),
          },
          { description: 'With `include=site`: where it is; null if it has no site.' },
        ),
      ),
    ),
    history: Type.Optional(
      Type.Unsafe<DeviceHistory>({
        ...Type.Ref('DeviceHistory#'),
        description: 'With `include=outages`: its uptime, and its outages of the last 24 hours.',
      }),
    ),
  },
  { $id: 'ListedDevice' },
)
export type ListedDevice = Static<typeof ListedDevice>

export const Devices = Type.Object(
  {
    total: Type.Integer({ description: 'The number of devices on all pages.' }),
    data: Type.Array(Type.Unsafe<ListedDevice>(Type.Ref('ListedDevice#')), {
      description: 'The devices of this page, ordered by name, then id.',
    }),
  },
  { $id: 'Devices' },
)
export type Devices = Static<typeof Devices>

export const DevicesReference = Type.Unsafe<Devices>({ ...Type.Ref('Devices#'), description: 'The devices.' })

const MAC_ADDRESS = /^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/i

/** The canonical form of a device ID: a MAC address in lower case with colons, any other ID unchanged. */
export function canonicalDeviceId(id: string): string {
  return MAC_ADDRESS.test(id) ? id.toLowerCase().replaceAll('-', ':') : id
}
