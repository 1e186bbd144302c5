import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { compareTexts } from '../lib/text/compare-texts.ts'
import { FLEET_STATES, type FleetState } from './states.ts'

const Text = Type.String({ maxLength: 10_000 })
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** The sort key of a site. `latestSilenceStart` is the last heartbeat of the device that fell silent most recently; null if none is offline. */
const SiteSortKey = Type.Object({ latestSilenceStart: orNull(Text), name: Text, id: Text })
export type SiteSortKey = Static<typeof SiteSortKey>

/** The sort key of a device in a list. Devices without a site come last. */
export const DeviceSortKey = Type.Object({
  site: orNull(SiteSortKey),
  // Not the schema of responses: its `enum` cannot be checked by TypeBox.
  state: Type.Unsafe<FleetState>(Type.Union(FLEET_STATES.map((state) => Type.Literal(state)))),
  lastHeartbeatAt: orNull(Text),
  name: Text,
  id: Text,
})
export type DeviceSortKey = Static<typeof DeviceSortKey>

/** Orders the latest time first, and null last. */
function compareTimes(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compareTexts(b, a)
}

/** A name without the number at its end. A regular expression would be too slow: a request sorts thousands of sites. */
export function withoutNumber(name: string): string {
  let end = name.length
  while (end > 0 && name.charCodeAt(end - 1) >= 0x30 && name.charCodeAt(end - 1) <= 0x39) end--
  return name.slice(0, end)
}

/** Compares names so that `Screen 2` comes before `Screen 10`: if only the numbers at their ends differ, the shorter is first. */
function compareNames(a: string, b: string): number {
  return compareTexts(withoutNumber(a), withoutNumber(b)) || a.length - b.length || compareTexts(a, b)
}

/** Sites with the newest outage first, then the others by name. */
export function compareSites(a: SiteSortKey | null, b: SiteSortKey | null): number {
  if (a === b) return 0
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return (
    compareTimes(a.latestSilenceStart, b.latestSilenceStart) ||
    compareNames(a.name, b.name) ||
    compareTexts(a.id, b.id)
  )
}
