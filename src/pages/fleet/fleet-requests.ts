import type { Fleet } from '#dist/fleet/schema.js'
import { LIST_TIMEOUT_MS, request } from '../../browser/request.ts'
import { DEVICES } from '../../browser/service.ts'
import { hasTooManyWords } from '../../fleet/search.ts'
import type { View } from './view.ts'

/** The query for the devices of a view. A search that the service refuses is left out. */
export function fleetQuery({ state, site, search, sort, isGrouped }: View): string {
  return new URLSearchParams({
    state: state ?? '',
    site,
    search: hasTooManyWords(search) ? '' : search,
    sort,
    group: isGrouped ? 'site' : 'none',
  }).toString()
}

/** Requests a page of the fleet. @param cursor of the page; empty for the first one */
export function requestPage(key: string, query: string, cursor: string, signal: AbortSignal) {
  const path = `/fleet?${query}&cursor=${encodeURIComponent(cursor)}`
  return request<Fleet>(DEVICES, path, key, { timeoutMs: LIST_TIMEOUT_MS, signal })
}

/** Requests one device as the fleet has it. */
export function requestDevice(key: string, id: string, signal: AbortSignal) {
  return request<Fleet>(DEVICES, `/fleet?group=none&id=${encodeURIComponent(id)}`, key, { signal })
}
