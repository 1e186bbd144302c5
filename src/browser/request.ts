import { isObject } from '../lib/json/json.ts'
import { SECOND_MS } from '../lib/time/durations.ts'
import type { ApiInterface } from './service.ts'

const TIMEOUT_MS = 10 * SECOND_MS
/** For people who wait for a list, which may be long. */
export const LIST_TIMEOUT_MS = 30 * SECOND_MS

export const CHANGES_OFF = 'Changes are switched off on this service: start it with CHANGES=on.'

/** The service accepted the request. */
interface Success<Body> {
  readonly isOk: true
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** The service refused the request, or sent no response. */
export interface Failure {
  readonly isOk: false
  /** The status of the response; 0 if there is none, or if it is not from the service. */
  readonly status: number
  /** The message of the service; empty if there is none. */
  readonly message: string
  readonly retryAfterMs: number
}

interface Options extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

/** Whether a header can contain a key. `fetch` throws if it has other characters. */
export function isSendableKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}

/** Sends a request to the service, and reads its response. It never throws: a broken connection is a failure too. */
export async function request<Body>(
  api: ApiInterface,
  path: string,
  key: string,
  { headers, timeoutMs = TIMEOUT_MS, signal, ...options }: Options = {},
): Promise<Success<Body> | Failure> {
  if (!isSendableKey(key)) return { isOk: false, status: 401, message: '', retryAfterMs: 0 }
  try {
    const response = await fetch(api.basePath + path, {
      ...options,
      headers: { ...api.headersFor(key), ...headers },
      signal: timeoutSignal(timeoutMs, signal),
    })
    return response.ok || response.status === 304 ? await success(response) : await failure(response, api)
  } catch {
    return { isOk: false, status: 0, message: '', retryAfterMs: 0 }
  }
}

/**
 * Whether a 404 means that the endpoint is missing, for example without CHANGES=on. Otherwise, a device or a menu is missing.
 * Only the message tells which.
 */
export function isEndpointMissing({ status, message }: Failure): boolean {
  return status === 404 && message === 'Not found'
}

/** Like `AbortSignal.timeout` and `AbortSignal.any`, which many screens do not have: they need Chromium 116. */
function timeoutSignal(delayMs: number, aborted: AbortSignal | null | undefined): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort()
  setTimeout(abort, delayMs)
  aborted?.addEventListener('abort', abort, { signal: controller.signal })
  return controller.signal
}

/** Throws if the response has a body that is not JSON: the login page of a network is not the service. */
async function success<Body>(response: Response): Promise<Success<Body>> {
  const { status, headers } = response
  const hasBody = status !== 204 && status !== 304
  return { isOk: true, status, headers, body: hasBody ? await response.json() : undefined }
}

async function failure(response: Response, called: ApiInterface): Promise<Failure> {
  const body: unknown = await response.json().catch(() => undefined)
  return failureOf(response.status, (name) => response.headers.get(name), body, called)
}

/** Reads a response that refuses a request. @param body its JSON; undefined if it is something else */
export function failureOf(
  status: number,
  header: (name: string) => string | null,
  body: unknown,
  { scheme }: ApiInterface,
): Failure {
  const message = isObject(body) && typeof body['message'] === 'string' ? body['message'] : undefined
  // A 401 with another scheme comes from a proxy with a login. A busy proxy (429, 503) is treated like the service.
  const [wantedScheme = ''] = (header('www-authenticate') ?? scheme).split(/\W/, 1)
  const isFromService =
    status === 401
      ? wantedScheme.toLowerCase() === scheme.toLowerCase()
      : message !== undefined || status === 429 || status === 503
  // A proxy may send a date instead of a number.
  const retryAfterSeconds = Number(header('retry-after')) || 0
  return {
    isOk: false,
    status: isFromService ? status : 0,
    message: message ?? '',
    retryAfterMs: retryAfterSeconds * SECOND_MS,
  }
}
