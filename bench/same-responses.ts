import { isDeepStrictEqual } from 'node:util'
import { BenchmarkError } from './benchmark-error.ts'
import type { ComparedServer } from './compared-servers.ts'
import { createRandom } from './data/random.ts'
import { get, type HttpResponse } from './http.ts'
import type { Server } from './machine/server.ts'
import type { Workload } from './workloads.ts'

/** How many paths of a workload are compared at most. */
const SAMPLES = 50

/** The parts of a compared server that the check needs. */
export type CheckedServer = Pick<ComparedServer, 'server' | 'sendsSameHeaders'>

/**
 * Checks that all servers send the same status and body for each request of a workload, and the same headers
 * if they should.
 * @throws {BenchmarkError} naming the workload, the two servers and what differs
 */
export async function requireSameResponses(
  workload: Workload,
  servers: readonly CheckedServer[],
): Promise<void> {
  const random = createRandom(workload.paths.length)
  const count = Math.min(SAMPLES, workload.paths.length)
  for (const path of Array.from({ length: count }, () => random.pick(workload.paths))) {
    await comparePath(workload, path, servers)
  }
}

async function comparePath(workload: Workload, path: string, [first, ...others]: readonly CheckedServer[]) {
  if (first === undefined) return
  const expected = await request(first.server, workload, path)
  requireSuccess(workload, first, expected)
  for (const other of others) {
    const difference = compare(expected, await request(other.server, workload, path), other.sendsSameHeaders)
    if (difference === undefined) continue
    const [one, two] = [first.server.name, other.server.name]
    throw new BenchmarkError(
      `"${one}" and "${two}" send different ${difference} for ${workload.title}: ${path}.`,
    )
  }
}

function requireSuccess(
  { title, isConditional }: Workload,
  { server }: CheckedServer,
  { status }: HttpResponse,
): void {
  if (status === (isConditional ? 304 : 200)) return
  throw new BenchmarkError(`"${server.name}" responds to ${title} with ${status}.`)
}

function compare(expected: HttpResponse, response: HttpResponse, withHeaders: boolean): string | undefined {
  if (response.status !== expected.status) return 'statuses'
  if (!response.body.equals(expected.body)) return 'bodies'
  if (withHeaders && !isDeepStrictEqual(comparable(response), comparable(expected))) return 'headers'
  return undefined
}

/** Returns the headers to compare. Request ids always differ, so only their presence is compared. */
function comparable({ headers }: HttpResponse): HttpResponse['headers'] {
  return { ...headers, 'x-request-id': headers['x-request-id'] === undefined ? '' : 'present' }
}

async function request({ port }: Server, workload: Workload, path: string): Promise<HttpResponse> {
  return get(port, path, await headersFor(port, workload, path))
}

/** Returns the headers of a workload's request. A conditional request has the ETag of this server. */
export async function headersFor(port: number, workload: Workload, path: string) {
  const headers = plainHeadersFor(workload, path)
  if (!workload.isConditional) return headers
  const response = await get(port, path, headers)
  return { ...headers, 'If-None-Match': `${response.headers['etag']}` }
}

/** Returns the headers of a workload's request, without an ETag. */
export function plainHeadersFor({ headers, paths, keys }: Workload, path: string) {
  const key = keys?.[paths.indexOf(path)]
  return key === undefined ? headers : { ...headers, 'X-API-Key': key }
}
