import { CommandError } from '../command-error.ts'
import { isSystemError, reasonOf } from '../system-error.ts'

const TIMEOUT_MS = 60_000
/** As of one record in an import file. Parsed, it takes up to thirty times as much memory. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_REDIRECTS = 5
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

export interface RequestOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** How long the whole response may take. */
  readonly timeoutMs?: number
  /** How long the body may be after decompression. */
  readonly maxBytes?: number
}

export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

/** There was no complete response. The message is the reason, as the end of a sentence. */
export class NoResponse extends Error {
  override name = 'NoResponse'
}

/**
 * Sends one GET. Redirects are followed only within the origin, because the headers contain a key.
 * @throws {NoResponse} if the network fails or takes too long; sent again, the request may succeed
 * @throws {CommandError} if the response is too long, or a redirect leads elsewhere
 */
export async function request(url: URL, options: RequestOptions): Promise<Received> {
  const { headers, signal, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await follow(url, { headers, signal: AbortSignal.any([signal, timeout]) })
    const body = await readBody(response, url, maxBytes)
    return { status: response.status, headers: response.headers, body }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof CommandError) throw error
    throw new NoResponse(timeout.aborted ? `it took longer than ${timeoutMs / 1000} s` : reasonFor(error))
  }
}

/** An address without its query, for messages. */
export function shown({ origin, pathname }: URL): string {
  return `${origin}${pathname}`
}

async function follow(url: URL, init: RequestInit, redirects = 0): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null || !REDIRECTS.includes(response.status)) return response
  await response.body?.cancel()
  const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined
  if (target?.origin !== url.origin)
    throw new CommandError(
      `${shown(url)} redirects to another address, where the key is not sent: pull from that address instead, if you trust it.`,
    )
  if (redirects === MAX_REDIRECTS)
    throw new CommandError(`${shown(url)} redirects more than ${MAX_REDIRECTS} times: check the address.`)
  return follow(target, init, redirects + 1)
}

async function readBody(response: Response, url: URL, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop by an error also closes the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new CommandError(
        `${shown(url)} answered with more than ${maxBytes / 1024 / 1024} MiB: it does not fit into memory.`,
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The reason for which `fetch` failed is in the cause of its error, or in the first of several causes. */
function reasonFor(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  if (isSystemError(first)) return reasonOf(first)
  return first instanceof Error ? first.message : String(first)
}
