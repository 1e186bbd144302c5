import type { Discovery } from './discover.ts'
import { type ComparedRequest, get } from './routes.ts'

const DEPTHS = [0, 1, 4]
const PAGES = ['page=1', 'page=2', 'page=1&pageSize=1']
/** An id that no service has. It shows what clients get for something that was deleted. */
const UNKNOWN = 'unknown'

/**
 * The requests that show everything in two services once.
 * @param withDevices whether devices are asked for
 */
export function defaultRequests(found: Discovery, withDevices: boolean): ComparedRequest[] {
  const variations = ['', ...DEPTHS.map((depth) => `depth=${depth}`), ...PAGES]
  return [
    '/v1/menus',
    '/v1/menus/options',
    ...variations.map((query) => groups(query)),
    ...found.menus.flatMap((id) => ofMenu(id, variations)),
    ...found.tags.map((tag) => groups(`tags=${encodeURIComponent(tag)}`)),
    `/v1/menus/${UNKNOWN}/groups/options`,
    ...(withDevices ? ofDevices(found.devices) : []),
  ].map(get)
}

function ofMenu(id: string, variations: readonly string[]): string[] {
  const menu = encodeURIComponent(id)
  return [...variations.map((query) => groups(`menus=${menu}`, query)), `/v1/menus/${menu}/groups/options`]
}

function ofDevices(ids: readonly string[]): string[] {
  return ['/devices', ...[...ids, UNKNOWN].map((id) => `/devices/${encodeURIComponent(id)}`)]
}

function groups(...queries: readonly string[]): string {
  const query = queries.filter((part) => part !== '').join('&')
  return query === '' ? '/v1/groups' : `/v1/groups?${query}`
}
