import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs, MAX_ATTEMPTS, retryAfterMs } from './back-off.ts'
import { get, NoResponse, type Received } from './get.ts'
import type { Proxies } from './proxies.ts'

/** How long one answer may take, from sending the request to the end of the body. */
const TIMEOUT_MS = 30_000

export interface HttpClientOptions {
  readonly signal: AbortSignal
  /** By default none is used. */
  readonly proxies?: Proxies | undefined
  readonly timeoutMs?: number
}

/** Sends a GET, and again if it may succeed later. */
export type HttpClient = (url: URL, headers: Readonly<Record<string, string>>) => Promise<Received>

/**
 * Creates a client that repeats a request after a failure, after the pause that a busy service asks for.
 * A request throws `NoResponse` if there is no usable response after several attempts, or in time.
 */
export function createHttpClient({ signal, proxies, timeoutMs = TIMEOUT_MS }: HttpClientOptions): HttpClient {
  return async (url, headers) => {
    for (let failures = 1; ; failures++) {
      const result = await get(url, headers, signal, timeoutMs, proxies)
      if (!(result instanceof NoResponse) && !isBusy(result.status)) return result
      if (failures === MAX_ATTEMPTS) throw failureOf(result)
      const pause = sleep(backOffMs(failures, askedMs(result)), undefined, { signal })
      await pause.catch(() => signal.throwIfAborted())
    }
  }
}

function askedMs(result: Received | NoResponse): number {
  if (result instanceof NoResponse) return 0
  return retryAfterMs(result.headers.get('retry-after'), Date.now())
}

function failureOf(result: Received | NoResponse): NoResponse {
  return result instanceof NoResponse ? result : new NoResponse(`it answers with ${result.status}`)
}

/** Whether a service, or a proxy before it, may answer soon. */
function isBusy(status: number): boolean {
  return status === 429 || (status >= 502 && status <= 504)
}
