/** The interface that a route belongs to. Each has its own base address and its own header for the key. */
export type Interface = 'menus' | 'devices'

export interface Route {
  /** The path with names for its parameters, such as `/devices/:id`. */
  readonly template: string
  readonly interface: Interface
}

const ROUTES: readonly Route[] = [
  { template: '/v1/menus', interface: 'menus' },
  { template: '/v1/menus/options', interface: 'menus' },
  { template: '/v1/menus/:menuId/groups/options', interface: 'menus' },
  { template: '/v1/groups', interface: 'menus' },
  { template: '/devices', interface: 'devices' },
  { template: '/devices/:id', interface: 'devices' },
]

/** A request that is sent to both services. */
export interface ComparedRequest {
  readonly method: 'GET' | 'HEAD'
  /** The path with its query, without the base path of a service. */
  readonly target: string
  readonly route: Route
}

/** Creates a request for a target that is known to be a route of the two interfaces. @throws {TypeError} if it is not */
export function get(target: string): ComparedRequest {
  const route = routeOf(target)
  if (route === undefined) throw new TypeError('The target is not a route of the two interfaces.')
  return { method: 'GET', target, route }
}

/** The route of a target, or undefined if it belongs to neither interface. A slash at the end is tolerated. */
export function routeOf(target: string): Route | undefined {
  const [path = ''] = target.split(/[?#]/)
  const segments = path.replace(/\/$/, '').split('/')
  return ROUTES.find(({ template }) => matches(template.split('/'), segments))
}

function matches(names: readonly string[], segments: readonly string[]): boolean {
  if (names.length !== segments.length) return false
  return names.every((name, index) =>
    name.startsWith(':') ? segments[index] !== '' : name === segments[index],
  )
}

/** The ids with which parameters of routes are filled in. */
export interface KnownIds {
  readonly menus: readonly string[]
  readonly devices: readonly string[]
}

/** Whether a target has the names of parameters in place of their values, as the access log has. */
export function isTemplate({ target, route }: ComparedRequest): boolean {
  return target === route.template && target.includes('/:')
}

/**
 * Replaces templates by targets with ids, which take turns. Templates without any known id are left out.
 */
export function fillTemplates(requests: readonly ComparedRequest[], ids: KnownIds): ComparedRequest[] {
  const turns = { menus: 0, devices: 0 }
  return requests.flatMap((request) => {
    if (!isTemplate(request)) return [request]
    const { interface: owner, template } = request.route
    const id = ids[owner][turns[owner]++ % ids[owner].length]
    return id === undefined ? [] : [{ ...request, target: fill(template, id) }]
  })
}

function fill(template: string, id: string): string {
  return template.replace(/:\w+/, () => encodeURIComponent(id))
}
