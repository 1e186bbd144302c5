import { isSystemError, reasonOf } from '../system-error.ts'

/** A larger body is not read to its end: a service may send any number of bytes. */
const MAX_BODY_BYTES = 32 * 1024 * 1024
const DEFAULT_WAIT_MS = 1000
const BUSY_STATUSES = [429, 503]

/** Reads a body as text. @throws {Error} if it is too large or breaks off */
export async function readBody({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BODY_BYTES) throw new Error(`the body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** How long a busy service asks to wait, in milliseconds; undefined if it is not busy. */
export function retryAfterMs({ status, headers }: Response, nowMs = Date.now()): number | undefined {
  if (!BUSY_STATUSES.includes(status)) return undefined
  const header = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const dateMs = Date.parse(header)
  return Number.isNaN(dateMs) ? DEFAULT_WAIT_MS : Math.max(dateMs - nowMs, 0)
}

/** The reason for a failed request, such as `connection refused`. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // `fetch` reports every failure as "fetch failed", with the reason as its cause.
  const { cause } = error
  if (cause instanceof AggregateError) return describeFailure(cause.errors[0])
  if (cause instanceof Error) return describeFailure(cause)
  return isSystemError(error) ? reasonOf(error) : error.message
}
