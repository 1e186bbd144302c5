import { type Static, Type } from '@sinclair/typebox'
import { canonicalDeviceId } from '../device/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { oneOfParameter, positiveParameter } from '../http/query-parameters.ts'
import { searchWords } from '../lib/text/search.ts'
import { parseCursor } from './cursor.ts'
import type { DeviceSortKey } from './order.ts'
import { FLEET_STATES, type FleetState } from './states.ts'

/** How many devices a page has by default, and at most. */
const PAGE_SIZE = 200
/** Each word is searched in the texts of each device. */
const MAX_WORDS = 20

/** The parameters of `GET /fleet`. An empty value counts as not given. */
export const FleetParameters = Type.Object({
  id: Type.Optional(Type.String({ description: 'Only the device with this ID.' })),
  state: oneOfParameter(
    FLEET_STATES,
    `Only devices in this state: ${FLEET_STATES.map((state) => `\`${state}\``).join(', ')}.`,
  ),
  site: Type.Optional(Type.String({ description: 'Only devices of the site with this ID.' })),
  search: Type.Optional(
    Type.String({
      description:
        'Only devices that have all of these words in their name, ID, site name or time zone (for a device with a site, that of the site). Case and accents do not matter. ' +
        `At most ${MAX_WORDS} different words.`,
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'The `next` of the page before.' })),
  limit: positiveParameter(
    `Devices per page, ${PAGE_SIZE} by default. A larger number counts as ${PAGE_SIZE}.`,
    PAGE_SIZE,
  ),
})
export type FleetParameters = Static<typeof FleetParameters>

/** Which devices are listed. */
export interface Filter {
  readonly id: string | undefined
  readonly state: FleetState | undefined
  readonly site: string | undefined
  /** The different words of the search, as `comparable` texts. */
  readonly words: readonly string[]
}

/** The page of the fleet to read: the parsed parameters. */
export interface PageRequest {
  readonly filter: Filter
  /** The device before the page; undefined for the first page. */
  readonly after: DeviceSortKey | undefined
  readonly limit: number
}

/** Parses the parameters. @throws {HttpError} 400 if the search or the cursor is wrong */
export function parseFleetParameters(parameters: FleetParameters): PageRequest {
  return {
    filter: {
      id: parameters.id ? canonicalDeviceId(parameters.id) : undefined,
      state: FLEET_STATES.find((state) => state === parameters.state),
      site: parameters.site || undefined,
      words: parseSearch(parameters.search ?? ''),
    },
    after: parameters.cursor ? parseCursor(parameters.cursor) : undefined,
    limit: Math.min(Number(parameters.limit || PAGE_SIZE), PAGE_SIZE),
  }
}

/** @throws {HttpError} 400 if there are too many */
function parseSearch(search: string): string[] {
  const words = searchWords(search)
  if (words.length > MAX_WORDS)
    throw new HttpError(400, `The parameter search must have at most ${MAX_WORDS} different words`)
  return words
}
