import { atNoSite, atSite, collect, readFew, walkAll, walkNever, walkSilent } from './candidates.ts'
import { type Fleet, type Found, matcher, pageOf, sorted } from './place.ts'
import type { Filter, FleetPageQuery } from './query.ts'
import { walkPage } from './walk.ts'

/** Finds the devices of a page, and one more if there is another page. */
export async function findPage(fleet: Fleet, query: FleetPageQuery): Promise<Found> {
  const candidates = await chosenFrom(fleet, query.filter)
  if (candidates === undefined) return walkPage(fleet, query)
  const all = sorted(fleet, query, candidates)
  return { total: all.length, placed: pageOf(query, all) }
}

/** The devices to choose from, if not all of a large fleet. What they are found by may leave some that the filter does not. */
async function chosenFrom({ overview, reader, nowMs }: Fleet, filter: Filter) {
  const { state, site, hasSite, words } = filter
  if (overview.devices !== undefined) return overview.devices
  if (site !== undefined) return overview.sites.has(site) ? readFew(reader, atSite(site)) : []
  if (state === 'never') return collect(walkNever(reader))
  if (state === 'offline' || state === 'asleep') return collect(walkSilent(reader, nowMs))
  if (words.length === 0 && hasSite === undefined) return undefined
  const matches = matcher(overview, filter)
  return collect(walkAll(reader, ...(hasSite === false ? [atNoSite] : [])), matches)
}
