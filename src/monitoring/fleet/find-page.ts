import { chunks } from '../../storage/chunks.ts'
import { type Chunks, type FleetView, type Found, selectPage } from './place.ts'
import {
  atNoSite,
  atSite,
  isOnlineAt,
  readFew,
  walkAll,
  walkNever,
  walkSilent,
  withId,
} from './queries/candidates.ts'
import type { Filter, FleetPageQuery } from './query.ts'
import { walkPage } from './walk.ts'

/** Finds the devices of a page, and one more if there is another page. */
export async function findPage(fleet: FleetView, query: FleetPageQuery): Promise<Found> {
  const chosen = await chosenFrom(fleet, query.filter)
  return chosen === undefined ? walkPage(fleet, query) : selectPage(fleet, query, chosen)
}

/** The devices to choose from; undefined if these are most of a large fleet. There may be some that the filter leaves out. */
async function chosenFrom(fleet: FleetView, filter: Filter): Promise<Chunks | undefined> {
  const { overview, reader, nowMs, smallFleet } = fleet
  const { id, state, site, hasSite, words } = filter
  if (overview.devices !== undefined) return chunks(overview.devices)
  if (id !== undefined) return [await readFew(reader, withId(id))]
  if (site !== undefined) return overview.sites.has(site) ? [await readFew(reader, atSite(site))] : []
  if (state === 'never') return walkNever(reader)
  if (state === 'offline' || state === 'asleep') return walkSilent(reader, nowMs)
  if (state === 'online' && overview.counts.online <= smallFleet)
    return [await readFew(reader, isOnlineAt(nowMs))]
  if (words.length === 0 && hasSite === undefined) return undefined
  return walkAll(reader, ...(hasSite === false ? [atNoSite] : []))
}
