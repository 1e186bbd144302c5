import { Type } from '@sinclair/typebox'
import { Nullable } from '../http/nullable.ts'
import { Id, IndexedName, Name, Timestamp, TimeZone } from '../http/written.ts'
import type { Field } from '../lib/fields.ts'

const timestamp = (description: string) => ({
  schema: Type.String({ format: 'date-time', examples: ['2024-03-21T17:51:45.732391Z'], description }),
  written: Timestamp,
})

/** A time that may never come. */
const optionalTimestamp = (description: string) => {
  const { schema, written } = timestamp(description)
  return { schema: Nullable(schema), written: Nullable(written), default: null }
}

const flag = (description: string) => ({
  schema: Type.Boolean({ description }),
  written: Type.Boolean(),
  default: false,
})

/** As a time in an import file: that of the import. */
const NOW = '-PT0S'

/** The fields of a device, except for those that are shown on demand only. Their columns have their names. */
export const DEVICE_FIELDS = {
  id: {
    schema: Type.String({ description: 'Device ID, usually its MAC address in lower case with colons.' }),
    written: Id,
  },
  name: { schema: Type.String({ description: 'Name of the device.' }), written: IndexedName },
  timezone: {
    schema: Type.String({ description: 'IANA time zone.', examples: ['America/Los_Angeles'] }),
    written: TimeZone,
  },
  screen_resolution: {
    schema: Type.String({ description: 'Width x height in pixels.', examples: ['1920x1080'] }),
    written: Name,
    default: '1920x1080',
  },
  screen_orientation: {
    schema: Type.String({ description: 'Screen orientation.', examples: ['normal'] }),
    written: Name,
    default: 'normal',
  },
  registered_at: optionalTimestamp('When it was registered with its activation code.'),
  published_at: optionalTimestamp('When content was last published to it.'),
  last_heartbeat_at: optionalTimestamp('When it sent its last heartbeat.'),
  is_online: {
    schema: Type.Boolean({ description: 'Whether its last heartbeat is at most 5 minutes old.' }),
  },
  offline_startup: flag('Whether it starts playing from its cache after startup.'),
  offline_startup_delay_minutes: {
    schema: Type.Integer({
      description: 'Minutes on the WiFi setup screen when offline_startup is enabled.',
    }),
    written: Type.Integer({ minimum: 0, maximum: 2_147_483_647, mustBe: 'a whole number, 0 or more' }),
    default: 5,
  },
  open_dev_tools: flag(
    'Whether developer tools open at startup. Some descriptions of this interface declare an integer; ' +
      'it is, and always was, a boolean.',
  ),
  updated_at: { ...timestamp('When it was last updated.'), default: NOW },
  created_at: {
    ...timestamp(
      'When it was created, typically imaged. Some descriptions of this interface declare an integer; ' +
        'it is, and always was, a timestamp.',
    ),
    default: NOW,
  },
} satisfies Record<string, Field>

/** The fields that an existing device keeps where an import file leaves them out: who writes one may not know these times. */
export const KEPT_FIELDS = ['created_at', 'updated_at', 'last_heartbeat_at'] as const
