import { parseLine } from './request-line.ts'
import { type ComparedRequest, routeOf } from './routes.ts'

/** How many lines were skipped, by reason. */
export interface Skipped {
  /** Requests with a method other than GET and HEAD. */
  method: number
  /** Requests for a route that belongs to neither interface. */
  route: number
  /** Lines without a request. */
  line: number
  /** Requests of an access log for a menu or a device, if the services show none. */
  id: number
}

export interface RequestList {
  readonly requests: readonly ComparedRequest[]
  readonly skipped: Readonly<Skipped>
}

/**
 * Reads the requests of a list of paths or of a log. Blank lines and comments that start with `#` are ignored.
 * @param basePaths prefixes that are removed from paths, such as `/api`
 */
export async function readRequests(
  lines: AsyncIterable<string>,
  basePaths: readonly string[] = [],
): Promise<RequestList> {
  const requests: ComparedRequest[] = []
  const skipped: Skipped = { method: 0, route: 0, line: 0, id: 0 }
  for await (const line of lines) {
    if (/^\s*(#|$)/.test(line)) continue
    const found = toRequest(line, basePaths)
    if (typeof found === 'string') skipped[found]++
    else requests.push(found)
  }
  return { requests, skipped }
}

/** @returns the request, or the reason why the line is skipped */
function toRequest(
  line: string,
  basePaths: readonly string[],
): ComparedRequest | 'method' | 'route' | 'line' {
  const { method, target } = parseLine(line) ?? {}
  if (method === undefined || target === undefined) return 'line'
  if (method !== 'GET' && method !== 'HEAD') return 'method'
  const relative = withoutBasePath(target, basePaths)
  const route = routeOf(relative)
  return route === undefined ? 'route' : { method, target: relative, route }
}

function withoutBasePath(target: string, basePaths: readonly string[]): string {
  const base = basePaths.find((path) => path !== '' && target.startsWith(`${path}/`))
  return base === undefined ? target : target.slice(base.length)
}
