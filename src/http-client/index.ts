import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_ATTEMPTS, retryAfterMs, waitMs } from './back-off.ts'
import { get, NoResponse, type Received, TooLarge } from './get.ts'

const TIMEOUT_MS = 60_000

export interface HttpClientOptions {
  readonly signal: AbortSignal
  /** How long one response may take; a minute by default. */
  readonly timeoutMs?: number | undefined
  /** Called before a service that is busy is waited for, with the time it asks for. An error ends the request. */
  readonly onBusy?: (status: number, askedMs: number) => void
}

/** Sends a GET, and again if it may succeed later. */
export type HttpClient = (url: URL, headers: Readonly<Record<string, string>>) => Promise<Received>

/**
 * Creates a client of one service. After a failure, and for as long as a busy service asks for, it sends nothing.
 * A request throws `NoResponse` if there is no usable response after several attempts.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { signal, timeoutMs = TIMEOUT_MS, onBusy = () => {} } = options
  let resumeAtMs = 0

  return async (url, headers) => {
    for (let failures = 1; ; failures++) {
      await untilResumed()
      const result = await get(url, headers, signal, timeoutMs)
      if (result instanceof TooLarge) throw result
      if (!(result instanceof NoResponse) && !isBusy(result.status)) return result
      if (failures === MAX_ATTEMPTS)
        throw result instanceof NoResponse ? result : new NoResponse(`it answers with ${result.status}`)
      resumeAtMs = Math.max(resumeAtMs, performance.now() + waitMs(failures, askedMs(result)))
    }
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
    const asked = retryAfterMs(result.headers.get('retry-after'), Date.now())
    onBusy(result.status, asked)
    return asked
  }
}

/** Whether a service, or a proxy before it, may answer soon. */
function isBusy(status: number): boolean {
  return status === 429 || (status >= 502 && status <= 504)
}
