import { type Static, type TObject, Type } from '@sinclair/typebox'
import { Nullable, WithDefault } from '../../schemas/schema-parts.ts'
import { FilledName, Id, TimeZone } from '../../schemas/stored-values.ts'

/** The most windows of a week, and of a date with its own windows. */
const MAX_WINDOWS = 50
const MAX_EXCEPTIONS = 400

/** In the order of `Date.getUTCDay`. */
export const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type Day = (typeof DAYS)[number]

const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]'
const from = Type.String({ pattern: `^${TIME}$`, mustBe: 'a time from 00:00 to 23:59' })
const to = Type.String({ pattern: `^(${TIME}|24:00)$`, mustBe: 'a time from 00:00 to 24:00' })

/** A time in which a site is open, on the date on which it begins. If `to` is not later than `from`, it ends on the next day. */
const TimeWindow = Type.Object({ from, to })

const WeeklyWindow = Type.Object({
  days: Type.Array(Type.Unsafe<Day>({ type: 'string', enum: DAYS, mustBe: `one of ${DAYS.join(', ')}` }), {
    minItems: 1,
    uniqueItems: true,
    mustBe: 'a list of different days',
  }),
  from,
  to,
})

/** The windows of one date, in place of the weekly ones. */
const Exception = Type.Object({
  date: Type.String({ format: 'date', mustBe: 'a date such as 2026-12-25' }),
  windows: Type.Array(TimeWindow, { maxItems: MAX_WINDOWS }),
})

/** When a site is open, by the clocks there. */
export const Hours = Type.Object({
  windows: Type.Array(WeeklyWindow, { maxItems: MAX_WINDOWS }),
  exceptions: Type.Array(Exception, {
    default: [],
    maxItems: MAX_EXCEPTIONS,
    differIn: 'date',
    mustBe: 'a list of different dates',
  }),
})
export type TimeWindow = Static<typeof TimeWindow>
export type Hours = Static<typeof Hours>

/** The fields of a site as they are written. Each is in the column of its name. */
export const SITE_FIELDS = {
  id: Id,
  name: FilledName,
  timezone: TimeZone,
  /** Null if it is always open. */
  hours: WithDefault(Nullable(Hours), null),
}

/** A place with devices, such as a restaurant. */
export type Site = Readonly<Static<TObject<typeof SITE_FIELDS>>>
