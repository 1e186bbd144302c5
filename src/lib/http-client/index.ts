import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs, MAX_ATTEMPTS, retryAfterMs } from './back-off.ts'
import { get, NoResponseError, type Received } from './get.ts'
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
 * A request throws `NoResponseError` if there is no usable response after several attempts, or in time.
 */
export function createHttpClient({ signal, proxies, timeoutMs = TIMEOUT_MS }: HttpClientOptions): HttpClient {
  return async (url, headers) => {
    for (let failures = 1; ; failures++) {
      const result = await get(url, headers, signal, timeoutMs, proxies)
      if (!(result instanceof NoResponseError) && !isBusy(result.status)) return result
      if (failures === MAX_ATTEMPTS) throw failureOf(result)
      const pause = sleep(backOffMs(failures, requestedMs(result)), undefined, { signal })
      await pause.catch(() => signal.throwIfAborted())
    }
  }
}

function requestedMs(result: Received | NoResponseError): number {
  if (result instanceof NoResponseError) return 0
  return retryAfterMs(result.headers.get('retry-after'), Date.now())
}

function failureOf(result: Received | NoResponseError): NoResponseError {
  return result instanceof NoResponseError ? result : new NoResponseError(`it answers with ${result.status}`)
}

/** Whether a service, or a proxy before it, may answer soon. */
function isBusy(status: number): boolean {
  return status === 429 || (status >= 502 && status <= 504)
}
