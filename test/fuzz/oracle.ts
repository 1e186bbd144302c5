import type { FuzzedRequest } from './request.ts'
import type { Target } from './targets.ts'
import type { WireResponse } from './wire.ts'

/** Statuses of responses to input that is not a request, and therefore has no id. */
const WITHOUT_REQUEST = [400, 408, 413, 431]
/** Text that only internal errors contain. */
const INTERNALS = /\bat .*:\d+:\d+|node_modules|SQLITE|\bSELECT\b|Error:|FST_ERR|\/src\/|api_keys/i
/** Response headers that may contain text from the request. */
const ECHOES = ['x-request-id', 'access-control-allow-headers', 'access-control-allow-origin', 'location']
const BANNERS = ['server', 'x-powered-by', 'via']

/** What a response is checked against. The request is undefined if it is malformed. */
export interface Context {
  readonly target: Target
  readonly marker: string
  readonly request: FuzzedRequest | undefined
}

type Rule = (response: WireResponse, context: Context) => string | false | undefined

const RULES: readonly Rule[] = [
  ({ status }) => status >= 500 && status !== 503 && 'the request caused an internal error',
  (response, { request }) => findErrorInErrorBody(response, request),
  ({ body }) => INTERNALS.test(body) && isErrorText(body) && 'the body shows internals',
  ({ status, body }, { marker }) => status >= 400 && body.includes(marker) && 'the body repeats the request',
  ({ headers }, { marker }) =>
    Object.entries(headers).some(
      ([name, value]) => !ECHOES.includes(name) && `${name}${value}`.includes(marker),
    ) && 'a header repeats the request',
  ({ headers }) => BANNERS.some((name) => name in headers) && 'a header names the server software',
  ({ headers }) => 'set-cookie' in headers && 'a cookie is set',
  ({ headers }) =>
    headers['x-content-type-options'] !== 'nosniff' && 'X-Content-Type-Options: nosniff is missing',
  (response, { target }) => findErrorInOrigin(response, target),
  ({ status, headers }) =>
    headers['x-request-id'] === undefined && !WITHOUT_REQUEST.includes(status) && 'X-Request-Id is missing',
  ({ status, headers }) => status === 401 && !headers['www-authenticate'] && 'a 401 has no WWW-Authenticate',
  ({ status, headers }) => status === 405 && !headers['allow'] && 'a 405 has no Allow',
  ({ status, headers }) =>
    (status === 429 || status === 503) && !(Number(headers['retry-after']) > 0) && 'Retry-After is missing',
  findErrorByDescription,
]

/** @returns the first error of a response, or undefined */
export function findError(response: WireResponse, context: Context): string | undefined {
  for (const rule of RULES) {
    const error = rule(response, context)
    if (error) return `${error}: ${JSON.stringify(response).slice(0, 600)}`
  }
  return undefined
}

/** Only error bodies are checked: the pages of the OpenAPI description may contain any word. */
function isErrorText(body: string): boolean {
  return body.startsWith('{"message"')
}

function findErrorInErrorBody({ status, headers, body }: WireResponse, request: FuzzedRequest | undefined) {
  // A malformed request may be a HEAD, whose response has a Content-Length but no body.
  const isOfHead = (request?.method ?? 'HEAD') === 'HEAD' && Number(headers['content-length']) > 0
  if (status < 400 || (isOfHead && body === '')) return undefined
  if (headers['content-type'] !== 'application/json; charset=utf-8') return 'an error is not JSON'
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

function findErrorInOrigin({ headers }: WireResponse, { origins }: Target) {
  const allowed = headers['access-control-allow-origin']
  if (origins === '*') return allowed !== '*' && 'CORS does not allow every origin'
  return allowed !== undefined && !origins.includes(allowed) && 'CORS allows an origin that is not configured'
}

function findErrorByDescription({ status, headers, body }: WireResponse, { target, request }: Context) {
  if (request === undefined || request.method === 'HEAD') return undefined
  const { deviceBasePath, menuBasePath } = target.places
  const url = [deviceBasePath, menuBasePath].reduce(
    (path, base) => (base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : path),
    request.url,
  )
  const isEncoded = headers['content-encoding'] !== undefined
  return target.check(url, {
    method: request.method,
    statusCode: status,
    isEncoded,
    body: Buffer.from(body, 'latin1').toString(),
  })
}
