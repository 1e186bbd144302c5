import { failureReason, firstError } from '../flow/system-error.ts'
import { countValues } from '../json/costly-json.ts'
import { version } from '../package.ts'
import { startDeadline } from '../time/deadline.ts'
import { NO_PROXIES, type Proxies, proxyFor, shownProxy } from './proxies.ts'
import { fetchThrough, proxyRefusal } from './through-proxy.ts'

/** As of one record in an import file. */
const MAX_BODY_MIB = 64
/** Those of 300,000 items. They take up to 700 MB of memory if each has another name. */
const MAX_VALUES = 4_000_000

export interface Received {
  readonly status: number
  readonly headers: Headers
  /** The body after decompression. */
  readonly body: Buffer
  /** About how many values it has if it is JSON. */
  readonly values: number
  /** The time from sending the request to the end of the body. */
  readonly durationMs: number
}

/** There was no complete response. The message is the reason, as the end of a sentence. */
export class NoResponse extends Error {
  override name = 'NoResponse'
  /** What to do, as a sentence. */
  readonly advice: string = 'Try again later.'
}

/** There was no complete response in time. */
export class TimedOut extends NoResponse {
  override name = 'TimedOut'
  override readonly advice = 'Try again later, or allow more time with --request-timeout and --give-up-after.'
}

/** The body does not fit into memory, so that it does not help to ask again. */
export class TooLarge extends NoResponse {
  override name = 'TooLarge'
  override readonly advice = 'It does not fit into memory.'
  /** What the body is, for messages. */
  readonly body: string

  constructor(body: string) {
    super(`it answered with ${body}`)
    this.body = body
  }
}

/**
 * Sends one GET. Redirects are not followed, because the headers may contain a key.
 * @param timeoutMs how long the whole response may take
 * @throws the reason of the signal, once it is aborted
 */
export async function get(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  timeoutMs: number,
  proxies: Proxies = NO_PROXIES,
): Promise<Received | NoResponse> {
  const startedAtMs = performance.now()
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
    const durationMs = performance.now() - startedAtMs
    const values = countValues(body)
    if (values > MAX_VALUES) throw new TooLarge('JSON of too many, or too deeply nested, values')
    return { status: response.status, headers: response.headers, body, values, durationMs }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NoResponse) return error
    return timeout.signal.aborted
      ? new TimedOut(`it took longer than ${timeoutMs / 1000} s`)
      : new NoResponse(reasonFor(causeOf(error), proxy))
  } finally {
    timeout.end()
  }
}

/** An address without its query, for messages. */
export function shown({ origin, pathname }: URL): string {
  return `${origin}${pathname}`
}

async function readBody(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop by an error also closes the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BODY_MIB * 1024 * 1024) throw new TooLarge(`more than ${MAX_BODY_MIB} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function reasonFor(error: unknown, proxy: URL | undefined): string {
  if (proxy === undefined) return failureReason(error)
  return `${proxyRefusal(error) ?? failureReason(error)}, through ${shownProxy(proxy)}`
}

/** The reason for which `fetch` failed is in the cause of its error. */
function causeOf(error: unknown): unknown {
  return firstError(error instanceof Error && error.cause !== undefined ? error.cause : error)
}
