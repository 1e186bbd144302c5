import { type DeviceCondition, idsCondition } from '../device/queries/readable.ts'
import { flatMapInSlices } from '../lib/slices.ts'
import { createMatcher } from '../lib/text/search.ts'
import type { Overview } from './overview.ts'
import type { Filter } from './parameters.ts'
import { type DeviceSummary, readDeviceSummaries, siteCondition } from './queries/device-summaries.ts'
import { stateCondition } from './queries/states.ts'

/** The devices that a filter selects. */
export interface SelectedDevices {
  readonly conditions: readonly DeviceCondition[]
  /** How many of the devices are at each site, by its id. The key null has those without a site. Sites without any may be missing. */
  readonly matchCountBySite: ReadonlyMap<string | null, number>
}

/**
 * Selects devices. Filters by site and state need no query, because the overview has the counts. For any other filter, the
 * devices are read and counted.
 */
export async function selectDevices(overview: Overview, filter: Filter): Promise<SelectedDevices> {
  const { site, state, words, ...others } = filter
  const countsSuffice = words.length === 0 && Object.values(others).every((value) => value === undefined)
  return countsSuffice ? selectByCounts(overview, filter) : selectByReading(overview, filter)
}

function selectByCounts(overview: Overview, filter: Filter): SelectedDevices {
  const { site, state } = filter
  const isSelected = (id: string | null) => site === undefined || id === site
  const matchCountBySite = new Map(
    [...overview.countsBySite].map(([id, counts]) => [id, isSelected(id) ? counts[state ?? 'all'] : 0]),
  )
  return { conditions: conditionsOf(overview, filter), matchCountBySite }
}

/** The conditions of a filter, without its words. */
function conditionsOf(overview: Overview, { id, site, state }: Filter): DeviceCondition[] {
  return [
    ...(id === undefined ? [] : [idsCondition([id])]),
    ...(site === undefined ? [] : [siteCondition(site)]),
    ...(state === undefined ? [] : [stateCondition(state, overview)]),
  ]
}

/**
 * Selects devices by filters for which the overview has no counts. Words are compared in this process, because SQLite ignores
 * case for ASCII only. Devices are compared in slices, so that other requests are answered in between.
 */
async function selectByReading(overview: Overview, filter: Filter): Promise<SelectedDevices> {
  const matches = deviceMatcher(overview, filter)
  const matchCountBySite = new Map<string | null, number>()
  const ids: string[] = []
  for await (const chunk of readDeviceSummaries(overview.access, conditionsOf(overview, filter)))
    for (const { id, site } of await flatMapInSlices(chunk, (device) => (matches(device) ? [device] : []))) {
      ids.push(id)
      matchCountBySite.set(site, (matchCountBySite.get(site) ?? 0) + 1)
    }
  return { conditions: [idsCondition(ids)], matchCountBySite }
}

/** Creates a function that tells whether a device has all words. */
function deviceMatcher({ sites }: Overview, { words }: Filter) {
  const matches = createMatcher(words)
  return ({ name, id, timezone, site }: DeviceSummary): boolean => {
    const at = sites.get(site ?? '') ?? { name: '', timezone }
    return matches([name, id, at.name, at.timezone].join('\n'))
  }
}
