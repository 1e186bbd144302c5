import { untilAborted } from '../../lib/time/deadline.ts'

const MAX_BYTES = 64 * 1024

export interface ReceiverResponse {
  readonly status: number
  readonly retryAfter: string | null
  /** At most its first 64 kB. */
  readonly body: Buffer
}

/** Whether the receiver has accepted a message: its status must be 2xx. */
export function isSuccess({ status }: ReceiverResponse): boolean {
  return status >= 200 && status < 300
}

/** A response whose headers have arrived. */
interface StartedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: AsyncIterable<Buffer>
}

/** Reads a response. If the rest of the body cannot be read, the status and the part that has arrived are returned. */
export async function readResponse(
  { status, headers, body }: StartedResponse,
  signal: AbortSignal,
): Promise<ReceiverResponse> {
  const chunks: Buffer[] = []
  await untilAborted(readBody(body, chunks), signal).catch(() => {})
  return {
    status,
    retryAfter: headers['retry-after']?.toString() ?? null,
    body: Buffer.concat(chunks).subarray(0, MAX_BYTES),
  }
}

async function readBody(body: AsyncIterable<Buffer>, chunks: Buffer[]): Promise<void> {
  let bytes = 0
  // Leaving the loop destroys the stream, which closes the connection.
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MAX_BYTES) break
  }
}
