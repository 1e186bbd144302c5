import { type Static, type TString, Type } from '@sinclair/typebox'
import { type Field, omittableField, schemasOf } from '../lib/fields.ts'
import { Instant, Nullable } from '../schemas/schema-parts.ts'
import { Id, IndexedName, Name, Timestamp, TimeZone } from '../schemas/stored-values.ts'
import { macAddressOf } from './mac-address.ts'

const text = (written: TString, description: string, ...examples: string[]) => ({
  response: Type.String({ description, ...(examples.length > 0 && { examples }) }),
  written,
})
const instant = (description: string) => Instant(description, '2024-03-21T17:51:45.732391Z')
/** The time of an event; null if it has not happened. */
const optionalTime = (description: string) => ({
  response: Nullable(instant(description)),
  ...omittableField(Nullable(Timestamp), null),
})
/** "Now" in import files. */
const NOW = '-PT0S'
const requiredTime = (description: string) => ({
  response: instant(description),
  ...omittableField(Timestamp, NOW),
})
const flag = (description: string) => ({
  response: Type.Boolean({ description }),
  ...omittableField(Type.Boolean(), false),
})

/** The fields of every device. Each stored field is in the column of its name. */
export const DEVICE_FIELDS = {
  id: text(Id, 'Device ID, usually its MAC address in lower case with colons.'),
  name: text(IndexedName, 'Name of the device.'),
  timezone: text(TimeZone, 'IANA time zone.', 'America/Los_Angeles'),
  screen_resolution: {
    ...text(Name, 'Width x height in pixels.', '1920x1080'),
    ...omittableField(Name, '1920x1080'),
  },
  screen_orientation: {
    ...text(Name, 'Screen orientation.', 'normal'),
    ...omittableField(Name, 'normal'),
  },
  registered_at: optionalTime('When it was registered with its activation code.'),
  published_at: optionalTime('When content was last published to it.'),
  last_heartbeat_at: optionalTime('When it sent its last heartbeat.'),
  is_online: {
    response: Type.Boolean({ description: 'Whether its last heartbeat is at most 5 minutes old.' }),
  },
  offline_startup: flag('Whether it starts playing from its cache after startup.'),
  offline_startup_delay_minutes: {
    response: Type.Integer({
      description: 'Minutes on the WiFi setup screen when offline_startup is enabled.',
    }),
    ...omittableField(
      Type.Integer({ minimum: 0, maximum: 2_147_483_647, mustBe: 'a whole number, 0 or more' }),
      5,
    ),
  },
  open_dev_tools: flag(
    'Whether developer tools open at startup. The original document of this interface declares an integer, but its example has a boolean.',
  ),
  updated_at: requiredTime('When it was last updated.'),
  created_at: requiredTime(
    'When it was created, typically imaged. The original document of this interface declares an integer, but its example has a timestamp.',
  ),
} satisfies Record<string, Field>

/** Fields that an existing device keeps if an import file leaves them out: the author of the file may not know these times. */
export const KEPT_FIELDS = ['created_at', 'updated_at', 'last_heartbeat_at'] as const

/** One display device in a response. Timestamps are in UTC and keep all digits with which they were given. */
export const Device = Type.Object(schemasOf(DEVICE_FIELDS, 'response'), {
  $id: 'Device',
  description: 'One display device.',
})
export type Device = Static<typeof Device>

export const Devices = Type.Object(
  {
    total: Type.Integer({ description: 'The number of devices on all pages.' }),
    data: Type.Array(Type.Unsafe<Device>(Type.Ref('Device#')), {
      description: 'The devices of this page, ordered by name, then id.',
    }),
  },
  { $id: 'Devices', description: 'A page of devices.' },
)
export type Devices = Static<typeof Devices>

export const DEVICE_NOT_FOUND = 'Device not found'

export const DeviceInPath = Type.Object({
  id: Type.String({
    description: 'Device ID. A MAC address may be in upper or lower case, with colons or hyphens.',
    examples: ['c4:23:60:91:c0:03'],
  }),
})

const MAC_ADDRESS = /^(?:[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2})$/i

/** The canonical form of a device ID: a MAC address in lower case with colons, any other ID unchanged. */
export function canonicalDeviceId(id: string): string {
  return MAC_ADDRESS.test(id) ? (macAddressOf(id) ?? id) : id
}
