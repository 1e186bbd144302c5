import type { FuzzedRequest } from './request.ts'
import type { Target } from './targets.ts'
import type { WireAnswer } from './wire.ts'

/** What is answered on the bare socket, where there is no request to have an id. */
const WITHOUT_REQUEST = [400, 408, 413, 431]
/** Words that only an inside has. */
const INSIDE = /\bat .*:\d+:\d+|node_modules|SQLITE|\bSELECT\b|Error:|FST_ERR|\/src\/|api_keys/i
/** Headers that repeat, by contract, what the client sent. */
const ECHOES = ['x-request-id', 'access-control-allow-headers', 'access-control-allow-origin', 'location']
const BANNERS = ['server', 'x-powered-by', 'via']

/** What an answer is judged by. The request is undefined where nobody can tell what the service made of it. */
export interface Question {
  readonly target: Target
  readonly marker: string
  readonly request: FuzzedRequest | undefined
}

type Rule = (answer: WireAnswer, question: Question) => string | false | undefined

const RULES: readonly Rule[] = [
  ({ status }) => status >= 500 && status !== 503 && 'a client caused a fault inside',
  (answer, { request }) => faultOfErrorBody(answer, request),
  ({ body }) => INSIDE.test(body) && isErrorText(body) && 'the body shows the inside',
  ({ status, body }, { marker }) => status >= 400 && body.includes(marker) && 'the body repeats the request',
  ({ headers }, { marker }) =>
    Object.entries(headers).some(
      ([name, value]) => !ECHOES.includes(name) && `${name}${value}`.includes(marker),
    ) && 'a header repeats the request',
  ({ headers }) => BANNERS.some((name) => name in headers) && 'a header says what answers',
  ({ headers }) => 'set-cookie' in headers && 'a cookie is set',
  ({ headers }) => headers['x-content-type-options'] !== 'nosniff' && 'there is no X-Content-Type-Options',
  (answer, { target }) => faultOfOrigin(answer, target),
  ({ status, headers }) =>
    headers['x-request-id'] === undefined && !WITHOUT_REQUEST.includes(status) && 'there is no X-Request-Id',
  ({ status, headers }) => status === 401 && !headers['www-authenticate'] && 'a 401 has no WWW-Authenticate',
  ({ status, headers }) => status === 405 && !headers['allow'] && 'a 405 has no Allow',
  ({ status, headers }) =>
    (status === 429 || status === 503) && !(Number(headers['retry-after']) > 0) && 'there is no Retry-After',
  faultOfDescription,
]

/** @returns what is wrong with an answer, or undefined */
export function faultOf(answer: WireAnswer, question: Question): string | undefined {
  for (const rule of RULES) {
    const fault = rule(answer, question)
    if (fault) return `${fault}: ${JSON.stringify(answer).slice(0, 600)}`
  }
  return undefined
}

/** The pages of the description may hold any word. */
function isErrorText(body: string): boolean {
  return body.startsWith('{"message"')
}

function faultOfErrorBody({ status, headers, body }: WireAnswer, request: FuzzedRequest | undefined) {
  // To a HEAD, which what is broken may be, the answer tells a length alone.
  const isOfHead = (request?.method ?? 'HEAD') === 'HEAD' && Number(headers['content-length']) > 0
  if (status < 400 || (isOfHead && body === '')) return undefined
  if (headers['content-type'] !== 'application/json; charset=utf-8') return 'an error is no JSON'
  return !isMessage(body) && 'an error is not { "message": string }'
}

function isMessage(body: string): boolean {
  try {
    const error: unknown = JSON.parse(body)
    if (typeof error !== 'object' || error === null || !('message' in error)) return false
    return Object.keys(error).length === 1 && typeof error.message === 'string' && error.message !== ''
  } catch {
    return false
  }
}

function faultOfOrigin({ headers }: WireAnswer, { origins }: Target) {
  const allowed = headers['access-control-allow-origin']
  if (origins === '*') return allowed !== '*' && 'not every page may read it'
  return allowed !== undefined && !origins.includes(allowed) && 'a page may read it that may not'
}

function faultOfDescription({ status, headers, body }: WireAnswer, { target, request }: Question) {
  if (request?.method !== 'GET') return undefined
  const { deviceBasePath, menuBasePath } = target.places
  const url = [deviceBasePath, menuBasePath].reduce(
    (path, base) => (base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : path),
    request.url,
  )
  const isEncoded = headers['content-encoding'] !== undefined
  return target.check(url, { statusCode: status, isEncoded, body: Buffer.from(body, 'latin1').toString() })
}
