import { isDeepStrictEqual } from 'node:util'
import type { Contestant } from './contestants.ts'
import { createRandom } from './data/random.ts'
import { Fault } from './fault.ts'
import { get, type HttpAnswer } from './http.ts'
import type { Server } from './machine/server.ts'
import type { Workload } from './workloads.ts'

/** How many paths of a workload are compared at most. */
const SAMPLES = 50

/** A server whose responses are compared. */
export type Witness = Pick<Contestant, 'server' | 'sendsSameHeaders'>

/**
 * Checks that all servers respond to a workload with the same status and body, and with the same headers
 * unless they are built on another framework.
 * @throws {Fault} naming the workload, the two servers and what differs
 */
export async function requireAgreement(workload: Workload, contestants: readonly Witness[]): Promise<void> {
  const random = createRandom(workload.paths.length)
  const count = Math.min(SAMPLES, workload.paths.length)
  for (const path of Array.from({ length: count }, () => random.pick(workload.paths))) {
    await comparePath(workload, path, contestants)
  }
}

async function comparePath(workload: Workload, path: string, [first, ...others]: readonly Witness[]) {
  if (first === undefined) return
  const expected = await ask(first.server, workload, path)
  requireSuccess(workload, first, expected)
  for (const other of others) {
    const difference = compare(expected, await ask(other.server, workload, path), other.sendsSameHeaders)
    if (difference === undefined) continue
    const [one, two] = [first.server.name, other.server.name]
    throw new Fault(`"${one}" and "${two}" answer ${workload.title} with different ${difference}: ${path}.`)
  }
}

function requireSuccess(
  { title, isConditional }: Workload,
  { server }: Witness,
  { status }: HttpAnswer,
): void {
  if (status === (isConditional ? 304 : 200)) return
  throw new Fault(`"${server.name}" answers ${title} with ${status}.`)
}

function compare(expected: HttpAnswer, answer: HttpAnswer, withHeaders: boolean): string | undefined {
  if (answer.status !== expected.status) return 'status'
  if (!answer.body.equals(expected.body)) return 'bodies'
  if (withHeaders && !isDeepStrictEqual(comparable(answer), comparable(expected))) return 'headers'
  return undefined
}

/** Returns the headers to compare. Request ids always differ, so only their presence is compared. */
function comparable({ headers }: HttpAnswer): HttpAnswer['headers'] {
  return { ...headers, 'x-request-id': headers['x-request-id'] === undefined ? '' : 'given' }
}

async function ask({ port }: Server, workload: Workload, path: string): Promise<HttpAnswer> {
  return get(port, path, await headersFor(port, workload, path))
}

/** Returns the headers of a workload's requests. A conditional request has the ETag of this server. */
export async function headersFor(port: number, { headers, isConditional }: Workload, path: string) {
  if (!isConditional) return headers
  const answer = await get(port, path, headers)
  return { ...headers, 'If-None-Match': `${answer.headers['etag']}` }
}
