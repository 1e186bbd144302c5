import { MEBIBYTE } from '../bytes.ts'
import { countValues } from '../json/count-values.ts'
import { version } from '../package.ts'
import { failureReason, firstAttemptError } from '../system-error.ts'
import { startDeadline } from '../time/deadline.ts'
import { retryAfterMs } from './back-off.ts'
import { NO_PROXIES, type Proxies, proxyFor, reasonThrough } from './proxies.ts'
import { fetchThrough, proxyRefusal } from './through-proxy.ts'

/** A body is in memory as a whole. */
const MAX_BODY_MIB = 64
/** The values of 300,000 items, which take up to 700 MB of memory if each has another name. */
const MAX_VALUES = 4_000_000

export interface Received {
  readonly status: number
  readonly headers: Headers
  /** The body after decompression. */
  readonly body: Buffer
  /** The estimated number of values in the body if it is JSON. */
  readonly values: number
}

/** There was no usable response. The message is the reason, as the end of a sentence. */
export class NoResponseError extends Error {
  override name = 'NoResponseError'
  /** The least time to wait before the request is repeated; undefined if repeating does not help. */
  readonly retryAfterMs: number | undefined

  constructor(reason: string, retryAfterMs?: number) {
    super(reason)
    this.retryAfterMs = retryAfterMs
  }
}

/** The body does not fit into memory, so a retry does not help. */
export class TooLargeError extends NoResponseError {
  override name = 'TooLargeError'
  /** The name of the body in messages. */
  readonly body: string

  constructor(body: string) {
    super(`it answered with ${body}`)
    this.body = body
  }
}

/**
 * Sends one GET request. Redirects are not followed, because the headers may contain a key.
 * @param timeoutMs how long the whole response may take
 * @throws {NoResponseError} if there was no complete response in time, it is too large, or the service is busy
 * @throws the reason of the signal, once it is aborted
 */
export async function get(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  timeoutMs: number,
  proxies: Proxies = NO_PROXIES,
): Promise<Received> {
  const proxy = proxyFor(url, proxies)
  const timeout = startDeadline(timeoutMs, signal)
  try {
    const options = {
      headers: { accept: 'application/json', 'user-agent': `signage/${version}`, ...headers },
      redirect: 'manual',
      signal: timeout.signal,
    } as const
    const response = await (proxy ? fetchThrough(proxy, url, options) : fetch(url, options))
    const body = await readBody(response.body)
    const values = countValues(body)
    if (typeof values !== 'number' || values > MAX_VALUES)
      throw new TooLargeError('JSON of too many, or too deeply nested, values')
    const { status, headers: received } = response
    const retryMs = retryAfterMs(received.get('retry-after'), Date.now())
    if (isBusy(status)) throw new NoResponseError(`it answers with ${status}`, retryMs)
    return { status, headers: received, body, values }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NoResponseError) throw error
    if (timeout.signal.aborted) throw new NoResponseError(`it took longer than ${timeoutMs / 1000} s`)
    const cause = causeOf(error)
    throw new NoResponseError(reasonThrough(proxy, proxyRefusal(cause) ?? failureReason(cause)), 0)
  } finally {
    timeout.cancel()
  }
}

/** Whether a service, or a proxy before it, may answer soon. */
function isBusy(status: number): boolean {
  return status === 429 || (status >= 502 && status <= 504)
}

/** An address without its query, for messages. */
export function withoutQuery({ origin, pathname }: URL): string {
  return `${origin}${pathname}`
}

async function readBody(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop by an error also closes the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BODY_MIB * MEBIBYTE) throw new TooLargeError(`more than ${MAX_BODY_MIB} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** An error of `fetch` has the reason as its cause. */
function causeOf(error: unknown): unknown {
  return firstAttemptError(error instanceof Error && error.cause !== undefined ? error.cause : error)
}
