import type { Fleet } from '#dist/monitoring/fleet/schema.js'
import { hasTooManyWords } from '../../../monitoring/fleet/search.ts'
import { LIST_TIMEOUT_MS, request } from '../shared/request.ts'
import { DEVICES } from '../shared/service.ts'
import type { View } from './view.ts'

/** The query for the devices of a view. Cards are not grouped. A search that the service refuses is left out. */
export function fleetQuery({ state, site, search, sort, isGrouped, layout }: View): string {
  const isByGroup = isGrouped && layout !== 'cards'
  return new URLSearchParams({
    state: state ?? '',
    site,
    search: hasTooManyWords(search) ? '' : search,
    sort,
    group: isByGroup ? 'site' : 'none',
  }).toString()
}

/** Requests a page of the fleet. @param cursor of the page; empty for the first one */
export function requestPage(key: string, query: string, cursor: string, signal: AbortSignal) {
  const path = `/fleet?${query}&cursor=${encodeURIComponent(cursor)}`
  return request<Fleet>(DEVICES, path, key, { timeoutMs: LIST_TIMEOUT_MS, signal })
}

/** Requests one device as the fleet has it. */
export function requestDevice(key: string, id: string) {
  return request<Fleet>(DEVICES, `/fleet?group=none&id=${encodeURIComponent(id)}`, key)
}
