/**
 * The parameters of both interfaces. A parameter that is not among them may be a key that was put into the wrong place,
 * and `token` is a secret.
 */
const LOGGED_PARAMETERS: ReadonlySet<string> = new Set([
  ...['menus', 'groups', 'tags', 'depth', 'page', 'pageSize'],
  ...['is_online', 'ids', 'page_size'],
])

/**
 * The path and the query of a request as they may be logged: without parameters that are not known.
 * @param url the path and the query that the client sent, which may contain a secret
 * @param route the route that the path matches; without one, the path may contain anything
 */
export function toLoggedUrl(url: string | undefined, route: string | null): string | undefined {
  if (url === undefined || route === null) return undefined
  const [path = '', query = ''] = url.split('?', 2)
  const logged = query.split('&').filter((pair) => LOGGED_PARAMETERS.has(nameOf(pair)))
  return logged.length > 0 ? `${path}?${logged.join('&')}` : path
}

function nameOf(pair: string): string {
  try {
    return decodeURIComponent(pair.split('=', 1)[0] ?? '')
  } catch {
    return ''
  }
}
