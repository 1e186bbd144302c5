import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../http/nullable.ts'
import { schemasOf } from '../lib/fields.ts'
import { DEVICE_FIELDS } from './fields.ts'
import type { DeviceHistory } from './outages/schema.ts'

/** One display device in a response. Timestamps are in UTC and keep all digits with which they were given. */
export const Device = Type.Object(schemasOf(DEVICE_FIELDS), { $id: 'Device' })
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
