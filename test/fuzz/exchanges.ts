import { breakRequest } from './broken.ts'
import { faultOf } from './oracle.ts'
import type { Random } from './random.ts'
import { type FuzzedRequest, makeRequest, toBytes } from './request.ts'
import type { Target } from './targets.ts'
import { createMarker } from './values.ts'
import { exchange, holdsAnswers, splitAnswers, type WireAnswer } from './wire.ts'

const LONGEST_PIPELINE = 20
/** Longer heads are not read: what is in them does not count as valid. */
const LONGEST_HEAD = 32_000

/** Some requests to one service, on one connection or on none. */
export interface Exchange {
  readonly requests: number
  readonly sent: string
  readonly run: () => Promise<readonly WireAnswer[]>
}

/** Chooses what is sent, and how; running it throws at an answer that breaks a promise. */
export function planExchange(random: Random, target: Target): Exchange {
  const marker = createMarker(random)
  const make = () => makeRequest(random, target.places, marker)
  const judge = (answers: readonly WireAnswer[], asked: readonly FuzzedRequest[]) =>
    answers.forEach((answer, index) => {
      const fault = faultOf(answer, { target, marker, request: asked[index] })
      if (fault !== undefined) throw new Error(fault)
    })
  if (random.chance(0.3)) return planInjection(make(), target, judge)
  const count = random.chance(0.7) ? random.below(2) : random.below(LONGEST_PIPELINE)
  const valid = random
    .times(count, make)
    .filter((request) => toBytes(request).length < LONGEST_HEAD)
    .map((request, index) => withId(request, `id-${index}`))
  const broken = count === 0 || random.chance(0.4) ? breakRequest(random, make(), marker) : ''
  const stream = valid.findIndex(isStream)
  if (stream >= 0) return planWire(target, valid.slice(0, stream + 1), '', judge)
  return planWire(target, isTunnel(broken) ? [] : valid, broken, judge)
}

type Judge = (answers: readonly WireAnswer[], asked: readonly FuzzedRequest[]) => void

/** The same request without a socket: nothing but the app stands between it and the answer. */
function planInjection(request: FuzzedRequest, { app }: Target, judge: Judge): Exchange {
  const { method, url, headers, body } = request
  const isPossible = url.startsWith('/') && URL.canParse(url, 'http://service.example')
  return {
    requests: 1,
    sent: JSON.stringify(request),
    run: async () => {
      if (!isPossible) return []
      const payload = body === '' ? {} : { payload: body }
      const options = { method: method as 'GET', url, headers: Object.fromEntries(headers), ...payload }
      const answer = await app.inject(options)
      const received = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
      const text = method === 'HEAD' ? '' : answer.rawPayload.toString('latin1')
      const answers = [{ status: answer.statusCode, headers: Object.fromEntries(received), body: text }]
      judge(answers, [request])
      return answers
    },
  }
}

/** Requests one behind the other on one connection, at the end perhaps one that is broken. */
function planWire(target: Target, valid: readonly FuzzedRequest[], broken: string, judge: Judge): Exchange {
  const isLast = (index: number) => broken === '' && index === valid.length - 1
  const bytes =
    valid.map((request, index) => toBytes(isLast(index) ? closing(request) : request)).join('') + broken
  return {
    requests: valid.length + (broken === '' ? 0 : 1),
    sent: bytes,
    run: async () => {
      const methods = [...valid.map(({ method }) => method), ...methodOf(broken)]
      const received = await exchange(target.port, bytes, (soFar) =>
        holdsAnswers(soFar, methods, valid.length),
      )
      const answers = splitAnswers(received.bytes, methods)
      judge(answers, valid)
      requireEach(answers, valid)
      const isIgnored = answers.length === valid.length && broken.trim() !== '' && !received.isCutShort
      if (isIgnored) throw new Error('What is broken has no answer.')
      return answers
    },
  }
}

/** Every valid request has its own answer, in their order. */
function requireEach(answers: readonly WireAnswer[], valid: readonly FuzzedRequest[]): void {
  valid.forEach((_, index) => {
    const id = answers[index]?.headers['x-request-id']
    if (id !== `id-${index}`) throw new Error(`Valid request ${index} has the answer to ${id}.`)
  })
}

/** Behind a stream, whatever is sent closes the connection: a stream does not end by itself. */
function isStream({ url }: FuzzedRequest): boolean {
  return url.includes('/v1/groups/stream')
}

/** Behind a response that is not finished, CONNECT closes the connection: what was asked before may have no answer. */
function isTunnel(bytes: string): boolean {
  return methodOf(bytes).includes('CONNECT')
}

function methodOf(bytes: string): string[] {
  return [/^\s*(\w+)/.exec(bytes)?.[1] ?? '']
}

/** The same, after which the server closes the connection. */
export function closing(request: FuzzedRequest): FuzzedRequest {
  return { ...request, headers: [...request.headers, ['Connection', 'close']] }
}

function withId(request: FuzzedRequest, id: string): FuzzedRequest {
  const others = request.headers.filter(([name]) => name !== 'X-Request-Id')
  return { ...request, headers: [...others, ['X-Request-Id', id]] }
}
