import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../command-error.ts'
import { describeFailure, readBody, retryAfterMs } from './response.ts'
import type { ComparedRequest, Interface } from './routes.ts'

/** What a client can see of a response, and how long it took from sending the request to the end of the body. */
export interface Answer {
  readonly status: number
  readonly contentType: string | null
  /** Which of the headers that explain an error are there. Their values are not compared. */
  readonly explains: Readonly<Record<string, boolean>>
  readonly body: string
  readonly durationMs: number
}

/** A request that got no usable answer, with the reason. */
export interface NoAnswer {
  readonly failure: string
}

/** Where the two interfaces of a service are, without a slash at the end, and the keys for them. */
export interface Service {
  readonly name: string
  readonly urls: Readonly<Record<Interface, string>>
  readonly keys: Readonly<Record<Interface, string>>
}

/** Sends requests to one service. */
export interface Client {
  readonly service: Service
  /**
   * Never rejects because of the service: that is a `NoAnswer`.
   * @throws {CommandError} if the service asks to wait too long
   * @throws the reason of the signal, once it is aborted
   */
  readonly ask: (request: ComparedRequest) => Promise<Answer | NoAnswer>
}

export interface ClientOptions {
  readonly signal: AbortSignal
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 30_000
const MAX_TRIES = 5
const MAX_WAIT_MS = 120_000
const EXPLAINING_HEADERS = ['WWW-Authenticate', 'Allow']

/** Creates a client that waits if the service answers 429 or 503, for as long as `Retry-After` says. */
export function createClient(service: Service, { signal, timeoutMs = TIMEOUT_MS }: ClientOptions): Client {
  let resumeAtMs = 0
  const wait = (status: number, waitMs: number) => {
    if (waitMs > MAX_WAIT_MS) throw tooLongToWait(service, status, waitMs)
    resumeAtMs = Math.max(resumeAtMs, performance.now() + waitMs)
  }
  return {
    service,
    ask: async (request) => {
      for (let tries = 1; ; tries++) {
        const pauseMs = resumeAtMs - performance.now()
        if (pauseMs > 0) await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
        const response = await send(service, request, signal, timeoutMs)
        if ('failure' in response || response.waitMs === undefined) return response
        if (tries === MAX_TRIES) return { failure: `status ${response.status}, ${MAX_TRIES} times in a row` }
        wait(response.status, response.waitMs)
      }
    },
  }
}

/** @returns the answer, and if the service is busy how long to wait before the next request */
async function send(
  service: Service,
  { method, target, route }: ComparedRequest,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<(Answer & { readonly waitMs: number | undefined }) | NoAnswer> {
  const startedAtMs = performance.now()
  const limit = startTimeout(signal, timeoutMs)
  try {
    const response = await fetch(service.urls[route.interface] + target, {
      method,
      headers: headersFor(route.interface, service.keys[route.interface]),
      // A redirect is an answer of its own, and a key must not follow it to another host.
      redirect: 'manual',
      signal: limit.signal,
    })
    const body = await readBody(response)
    return { ...toAnswer(response, body, performance.now() - startedAtMs), waitMs: retryAfterMs(response) }
  } catch (error) {
    signal.throwIfAborted()
    return {
      failure: limit.signal.aborted ? `no answer within ${timeoutMs / 1000} seconds` : describeFailure(error),
    }
  } finally {
    limit.end()
  }
}

/** A signal that also aborts after a timeout. Call `end`, or a fast run holds thousands of timers. */
function startTimeout(signal: AbortSignal, timeoutMs: number) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, timeoutMs)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}

function headersFor(owner: Interface, key: string): Record<string, string> {
  const accept = { accept: 'application/json' }
  return owner === 'menus' ? { ...accept, 'x-api-key': key } : { ...accept, authorization: `Bearer ${key}` }
}

function toAnswer({ status, headers }: Response, body: string, durationMs: number): Answer {
  const explains = Object.fromEntries(EXPLAINING_HEADERS.map((name) => [name, headers.has(name)]))
  return { status, contentType: mediaType(headers.get('content-type')), explains, body, durationMs }
}

/** The media type without parameters: JSON is always UTF-8, with or without a charset. */
function mediaType(header: string | null): string | null {
  return header?.split(';')[0]?.trim().toLowerCase() ?? null
}

function tooLongToWait({ name }: Service, status: number, waitMs: number): CommandError {
  return new CommandError(
    `${name} answers ${status} and asks to wait ${Math.ceil(waitMs / 1000)} seconds: try again later, or with a lower --concurrency.`,
  )
}
