import { type Static, Type } from '@sinclair/typebox'
import { DEVICE_NOT_FOUND } from '../../device/schema.ts'
import { Instant } from '../../schemas/schema-parts.ts'

/** What can be muted over HTTP. */
export type DeviceOrSite = 'device' | 'site'
/** The message of the 404, if there is no such thing, or the access is missing. */
export const MUTE_SUBJECT_NOT_FOUND = { device: DEVICE_NOT_FOUND, site: 'Site not found' } as const
/** What can be muted. Nobody is notified of new incidents of a muted device or site, and the messages of a muted route wait. */
export type MuteKind = DeviceOrSite | 'route'

/** Mutes are limited, because people forget longer ones. */
export const MAX_MUTE_DAYS = 7

/** What `until` must be, for error messages. */
export const MUTE_TIME_RULE = `a time within the next ${MAX_MUTE_DAYS} days with its zone, such as 2030-01-31T06:00:00+01:00`

/** The body of `PUT /devices/:id/mute` and `PUT /sites/:id/mute`. */
export const MuteBody = Type.Object(
  {
    until: Type.String({
      format: 'timestamp',
      mustBe: MUTE_TIME_RULE,
      description: `Until when nobody is alerted: at most ${MAX_MUTE_DAYS} days from now.`,
    }),
  },
  { additionalProperties: false, examples: [{ until: '2030-01-31T06:00:00+01:00' }] },
)
export type MuteBody = Static<typeof MuteBody>

export const Mute = Type.Object(
  { muted_until: Instant('Until when nobody is alerted.') },
  { $id: 'Mute', description: 'How long something is muted.' },
)
export type Mute = Static<typeof Mute>
