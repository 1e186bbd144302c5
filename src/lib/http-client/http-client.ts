import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs, MAX_ATTEMPTS } from './back-off.ts'
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
      try {
        return await get(url, headers, signal, timeoutMs, proxies)
      } catch (error) {
        if (!(error instanceof NoResponseError) || error.retryAfterMs === undefined) throw error
        if (failures === MAX_ATTEMPTS) throw error
        const pause = sleep(backOffMs(failures, error.retryAfterMs), undefined, { signal })
        await pause.catch(() => signal.throwIfAborted())
      }
    }
  }
}
