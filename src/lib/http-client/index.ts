import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs, MAX_ATTEMPTS, retryAfterMs } from './back-off.ts'
import { get, NoResponse, type Received, TimedOut, TooLarge } from './get.ts'
import type { Proxies } from './proxies.ts'

/** Time limits for another service. One answer has less time than all attempts, so that a dead connection is tried again. */
const TIME_LIMITS = {
  /** One answer, from sending the request to the end of the body. */
  timeoutMs: 30_000,
  /** All attempts to send one request, with the pauses between them, but without the pauses that the service asks for. */
  giveUpAfterMs: 60_000,
}

export interface HttpClientOptions extends Partial<typeof TIME_LIMITS> {
  readonly signal: AbortSignal
  /** By default none is used. */
  readonly proxies?: Proxies | undefined
}

/** Sends a GET, and again if it may succeed later. */
export type HttpClient = (url: URL, headers: Readonly<Record<string, string>>) => Promise<Received>

/**
 * Creates a client of one service. After a failure, and for as long as a busy service asks for, it sends nothing.
 * A request throws `NoResponse` if there is no usable response after several attempts, or in time.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { signal, timeoutMs, giveUpAfterMs, proxies } = { ...TIME_LIMITS, ...options }
  let resumeAtMs = 0

  return async (url, headers) => {
    let leftMs = giveUpAfterMs
    for (let failures = 1; ; failures++) {
      await untilResumed()
      const startedAtMs = performance.now()
      const result = await get(url, headers, signal, Math.min(timeoutMs, leftMs), proxies)
      if (result instanceof TooLarge) throw result
      if (!(result instanceof NoResponse) && !isBusy(result.status)) return result
      leftMs -= performance.now() - startedAtMs
      if (failures < MAX_ATTEMPTS) leftMs -= pause(failures, result)
      if (leftMs <= 0 && result instanceof TimedOut)
        throw new TimedOut(`there was no answer within ${giveUpAfterMs / 1000} s`)
      if (leftMs <= 0 || failures === MAX_ATTEMPTS) throw failureOf(result)
    }
  }

  /** Begins a pause after a failure. @returns its length in milliseconds, or 0 if the service has asked for it */
  function pause(failures: number, result: Received | NoResponse): number {
    const asked = askedMs(result)
    const pauseMs = backOffMs(failures, asked)
    resumeAtMs = Math.max(resumeAtMs, performance.now() + pauseMs)
    return asked > 0 ? 0 : pauseMs
  }

  /** Other requests may prolong the pause while one waits. */
  async function untilResumed(): Promise<void> {
    for (;;) {
      const pauseMs = resumeAtMs - performance.now()
      if (pauseMs <= 0) return
      await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }

  function askedMs(result: Received | NoResponse): number {
    if (result instanceof NoResponse) return 0
    return retryAfterMs(result.headers.get('retry-after'), Date.now())
  }
}

function failureOf(result: Received | NoResponse): NoResponse {
  return result instanceof NoResponse ? result : new NoResponse(`it answers with ${result.status}`)
}

/** Whether a service, or a proxy before it, may answer soon. */
function isBusy(status: number): boolean {
  return status === 429 || (status >= 502 && status <= 504)
}
