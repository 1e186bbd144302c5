import { IS_ONLINE, IS_SILENT, onlineParameters, silentParameters } from '../../device/presence.ts'
import { type DeviceCondition, withIds } from '../../device/queries/readable.ts'
import { flatMapInSlices } from '../../lib/flow/slices.ts'
import { BOUND_SET, boundList } from '../../storage/database.ts'
import type { Overview } from './overview.ts'
import { type Candidate, walk } from './queries/candidates.ts'
import type { Filter } from './query.ts'
import type { FleetState } from './schema.ts'
import { comparable } from './search.ts'
import { stateOf } from './states.ts'

/** The devices that a filter selects. */
export interface Selection {
  readonly conditions: readonly DeviceCondition[]
  /** How many of them each site has, by its id; null stands for no site. Sites without any may be missing. */
  readonly numberAt: ReadonlyMap<string | null, number>
}

/** Selects devices. Those of a site or in a state are counted already. */
export function selectDevices(overview: Overview, filter: Filter): Promise<Selection> | Selection {
  const isCounted = filter.id === undefined && filter.words.length === 0
  return isCounted ? selectCounted(overview, filter) : search(overview, filter)
}

function selectCounted(overview: Overview, filter: Filter): Selection {
  const { site, hasSite, state } = filter
  const isSelected = (id: string | null) =>
    (site === undefined || id === site) && (hasSite === undefined || (id !== null) === hasSite)
  const numberAt = new Map(
    [...overview.countsAt].map(([id, counts]) => [id, isSelected(id) ? counts[state ?? 'all'] : 0]),
  )
  return {
    conditions: [...placeConditions(filter), ...(state === undefined ? [] : [inState(state, overview)])],
    numberAt,
  }
}

function placeConditions({ site, hasSite }: Filter): DeviceCondition[] {
  const atSite = site === undefined ? [] : [{ sql: 'd.site_id = ?', parameters: [site] }]
  const isPlaced =
    hasSite === undefined ? [] : [{ sql: `d.site_id IS ${hasSite ? 'NOT ' : ''}NULL`, parameters: [] }]
  return [...atSite, ...isPlaced]
}

function inState(state: FleetState, overview: Overview): DeviceCondition {
  const { nowMs } = overview
  if (state === 'never') return { sql: 'd.last_heartbeat_at IS NULL', parameters: [] }
  if (state === 'online') return { sql: IS_ONLINE, parameters: onlineParameters(nowMs) }
  const isAsleep = `d.site_id IN ${BOUND_SET}`
  return {
    sql: `${IS_SILENT} AND ${state === 'asleep' ? isAsleep : `NOT coalesce(${isAsleep}, false)`}`,
    parameters: [...silentParameters(nowMs), boundList(overview.closedSites)],
  }
}

/**
 * Finds devices by words, which no database does: SQLite knows upper and lower case of ASCII only. Other requests are answered
 * between two parts of this.
 */
async function search(overview: Overview, filter: Filter): Promise<Selection> {
  const matches = matcher(overview, filter)
  const withId = filter.id === undefined ? [] : [withIds([filter.id])]
  const numberAt = new Map<string | null, number>()
  const ids: string[] = []
  for await (const chunk of walk(overview.reader, [...withId, ...placeConditions(filter)]))
    for (const { id, site } of await flatMapInSlices(chunk, (device) => (matches(device) ? [device] : []))) {
      ids.push(id)
      numberAt.set(site, (numberAt.get(site) ?? 0) + 1)
    }
  return { conditions: [withIds(ids)], numberAt }
}

/** Tells whether a device has all words, and is in the state. */
function matcher(overview: Overview, { state, words }: Filter) {
  const siteText = textsOf(overview.sites)
  return (device: Candidate): boolean => {
    if (state !== undefined && stateOf(device, overview) !== state) return false
    const ofSite = device.site === null ? '' : siteText(device.site)
    const text = comparable([device.name, device.id, device.timezone].join('\n'))
    return words.every((word) => text.includes(word) || ofSite.includes(word))
  }
}

/** What is searched of sites: once of each, however many devices it has. */
function textsOf(sites: Overview['sites']) {
  const known = new Map<string, string>()
  return (id: string): string => {
    const text = known.get(id) ?? comparable(sites.get(id)?.name ?? '')
    known.set(id, text)
    return text
  }
}
