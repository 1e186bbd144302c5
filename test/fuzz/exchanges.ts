import { breakRequest } from './broken.ts'
import { findError } from './oracle.ts'
import type { Random } from './random.ts'
import { type FuzzedRequest, makeRequest, toBytes } from './request.ts'
import type { Target } from './targets.ts'
import { createMarker } from './values.ts'
import { exchange, hasResponses, splitResponses, type WireResponse } from './wire.ts'

const MAX_PIPELINE = 20
/** Requests with a longer head may be rejected, so they do not count as valid. */
const MAX_REQUEST_BYTES = 32_000

/** One or more requests to one service, on one connection. */
export interface Exchange {
  readonly requests: number
  readonly sent: string
  readonly run: () => Promise<readonly WireResponse[]>
}

/** Generates an exchange. Its `run` throws if a response breaks a guarantee. */
export function planExchange(random: Random, target: Target): Exchange {
  const marker = createMarker(random)
  const make = () => makeRequest(random, target.places, marker)
  const check = (responses: readonly WireResponse[], sent: readonly FuzzedRequest[]) =>
    responses.forEach((response, index) => {
      const error = findError(response, { target, marker, request: sent[index] })
      if (error !== undefined) throw new Error(error)
    })
  const count = random.chance(0.7) ? random.below(2) : random.below(MAX_PIPELINE)
  const valid = random
    .times(count, make)
    .filter((request) => toBytes(request).length < MAX_REQUEST_BYTES)
    .map((request, index) => withId(request, `id-${index}`))
  const broken = count === 0 || random.chance(0.4) ? breakRequest(random, make(), marker) : ''
  const stream = valid.findIndex(isStream)
  if (stream >= 0) return planWire(target, valid.slice(0, stream + 1), '', check)
  return planWire(target, isTunnel(broken) ? [] : valid, broken, check)
}

type Check = (responses: readonly WireResponse[], sent: readonly FuzzedRequest[]) => void

/** Pipelines the valid requests on one connection, followed by the malformed one unless it is empty. */
function planWire(target: Target, valid: readonly FuzzedRequest[], broken: string, check: Check): Exchange {
  const isLast = (index: number) => broken === '' && index === valid.length - 1
  const bytes =
    valid.map((request, index) => toBytes(isLast(index) ? closing(request) : request)).join('') + broken
  return {
    requests: valid.length + (broken === '' ? 0 : 1),
    sent: bytes,
    run: async () => {
      const methods = [...valid.map(({ method }) => method), ...methodOf(broken)]
      const received = await exchange(target.port, bytes, (soFar) =>
        hasResponses(soFar, methods, valid.length),
      )
      const responses = splitResponses(received.bytes, methods)
      check(responses, valid)
      requireResponses(responses, valid)
      for (const [index, request] of valid.entries()) recordResponse(target, request, responses[index])
      const isIgnored = responses.length === valid.length && broken.trim() !== '' && !received.isEndedByClient
      if (isIgnored) throw new Error('The malformed request got no response.')
      return responses
    },
  }
}

/** Each valid request must have a response with its id, in the order of the requests. */
function requireResponses(responses: readonly WireResponse[], valid: readonly FuzzedRequest[]): void {
  valid.forEach((_, index) => {
    const id = responses[index]?.headers['x-request-id']
    if (id !== `id-${index}`) throw new Error(`Valid request ${index} got the response to ${id}.`)
  })
}

/** Records the response, because the log must contain it. */
function recordResponse(
  { ledger }: Target,
  { method, url }: FuzzedRequest,
  response: WireResponse | undefined,
): void {
  if (!response) return
  ledger.record({ method, url, status: response.status, requestId: response.headers['x-request-id'] })
}

/** A stream must be the last request on its connection, because it does not end by itself. */
function isStream({ url }: FuzzedRequest): boolean {
  return url.includes('/v1/groups/stream')
}

/** CONNECT closes the connection while earlier responses are incomplete, so earlier requests may get no response. */
function isTunnel(bytes: string): boolean {
  return methodOf(bytes).includes('CONNECT')
}

function methodOf(bytes: string): string[] {
  return [/^\s*(\w+)/.exec(bytes)?.[1] ?? '']
}

/** The same request, after which the server closes the connection. */
export function closing(request: FuzzedRequest): FuzzedRequest {
  return { ...request, headers: [...request.headers, ['Connection', 'close']] }
}

function withId(request: FuzzedRequest, id: string): FuzzedRequest {
  const others = request.headers.filter(([name]) => name !== 'X-Request-Id')
  return { ...request, headers: [...others, ['X-Request-Id', id]] }
}
