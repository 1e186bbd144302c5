import type { InterfaceName } from '../../lib/http-client/key.ts'
import type { Discovery } from './discover.ts'

/** A GET that is sent to both services. */
export interface ComparedRequest {
  readonly interface: InterfaceName
  /** The path with names for its parameters, such as `/devices/:id`. */
  readonly route: string
  /** The path with its query, without the base path of a service. */
  readonly path: string
}

const VARIATIONS = ['', 'depth=0', 'depth=1', 'depth=4', 'page=1', 'page=2', 'page=1&pageSize=1']
/** An id that no service has. It shows what clients get for something that was deleted. */
const UNKNOWN = 'unknown'

/** The requests that show everything in two services once. */
export function requestsFor({ menus, tags, devices }: Discovery): ComparedRequest[] {
  return [
    ofMenus('/v1/menus'),
    ofMenus('/v1/menus/options'),
    ...VARIATIONS.map((query) => groups(query)),
    ...menus
      .map(encodeURIComponent)
      .flatMap((id) => [...VARIATIONS.map((query) => groups(`menus=${id}`, query)), groupOptions(id)]),
    ...tags.map((tag) => groups(`tags=${encodeURIComponent(tag)}`)),
    groupOptions(UNKNOWN),
    ...(devices === undefined ? [] : ofDevices(devices)),
  ]
}

function ofMenus(route: string, path = route): ComparedRequest {
  return { interface: 'menus', route, path }
}

function groups(...queries: readonly string[]): ComparedRequest {
  const query = queries.filter((part) => part !== '').join('&')
  return ofMenus('/v1/groups', query === '' ? '/v1/groups' : `/v1/groups?${query}`)
}

function groupOptions(menu: string): ComparedRequest {
  return ofMenus('/v1/menus/:menuId/groups/options', `/v1/menus/${menu}/groups/options`)
}

function ofDevices(ids: readonly string[]): ComparedRequest[] {
  return [
    { interface: 'devices', route: '/devices', path: '/devices' },
    ...[...ids, UNKNOWN].map((id): ComparedRequest => {
      return { interface: 'devices', route: '/devices/:id', path: `/devices/${encodeURIComponent(id)}` }
    }),
  ]
}
