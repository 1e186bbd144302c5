import { beforeAbort } from '../../../lib/time/deadline.ts'
import type { ReceiverAnswer } from './answer.ts'

const MOST_BYTES = 64 * 1024

/** An answer of which the headers have arrived. */
export interface BegunAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: AsyncIterable<Buffer>
}

/** Reads an answer. The status says whether the message has arrived, whatever becomes of the body. */
export async function readAnswer(
  { status, headers, body }: BegunAnswer,
  signal: AbortSignal,
): Promise<ReceiverAnswer> {
  const chunks: Buffer[] = []
  await beforeAbort(readBody(body, chunks), signal).catch(() => {})
  const header = (name: string) => headers[name]?.toString() ?? null
  return {
    status,
    retryAfter: header('retry-after'),
    contentType: header('content-type'),
    body: Buffer.concat(chunks).subarray(0, MOST_BYTES),
  }
}

async function readBody(body: AsyncIterable<Buffer>, chunks: Buffer[]): Promise<void> {
  let bytes = 0
  // Leaving the loop closes the connection.
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MOST_BYTES) break
  }
}
