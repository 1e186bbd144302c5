import { isObject } from '../json.ts'

interface LoggedRequest {
  readonly method: string
  /** The path with its query, or only the route if the log has no more. */
  readonly target: string
}

/** `/v1/groups?menus=x`, or the same after a method as in `GET /v1/groups?menus=x`. */
const PATH_LINE = /^(?:([A-Z]+)\s+)?(\/\S*)$/
/** The request line in the common and the combined log format of nginx and Apache. */
const QUOTED_REQUEST_LINE = /"([A-Z]+) (\/\S*) HTTP\/[\d.]+"/

/**
 * Reads the request of one line of a list or a log: a path, a line of our access log, of Caddy's, or of nginx.
 * @returns undefined if the line has no request
 */
export function parseLine(line: string): LoggedRequest | undefined {
  const text = line.trim()
  if (text.startsWith('{')) return parseJsonLine(text)
  const [, method = 'GET', target] = PATH_LINE.exec(text) ?? QUOTED_REQUEST_LINE.exec(text) ?? []
  return target === undefined ? undefined : { method, target }
}

function parseJsonLine(text: string): LoggedRequest | undefined {
  const entry = parseJson(text)
  const request = isObject(entry) && isObject(entry['request']) ? entry['request'] : entry
  if (!isObject(request) || typeof request['method'] !== 'string') return undefined
  // Our access log has the URL if LOG_URLS is on, or else the route, which is null if it is unknown. Caddy's has the URI.
  const target = request['uri'] ?? request['url'] ?? request['route'] ?? '/'
  return typeof target === 'string' ? { method: request['method'], target } : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
