import { beforeAbort } from '../../lib/time/deadline.ts'

const MOST_BYTES = 64 * 1024

export interface ReceiverAnswer {
  readonly status: number
  readonly retryAfter: string | null
  readonly contentType: string | null
  /** At most its first 64 kB. */
  readonly body: Buffer
}

/**
 * Whether the receiver has accepted a message. It must answer with 2xx, and not with a web page: that comes from a login, a
 * captive portal or a filter in between.
 */
export function isSuccess(answer: ReceiverAnswer): boolean {
  return is2xx(answer) && !isWebPage(answer)
}

/** An answer in words, without any secret. */
export function describeAnswer(answer: ReceiverAnswer): string {
  return `HTTP ${answer.status}${is2xx(answer) && isWebPage(answer) ? ' with a web page' : ''}`
}

function is2xx({ status }: ReceiverAnswer): boolean {
  return status >= 200 && status < 300
}

const PROLOGUE = /^(?:\s|<\?[^>]*>|<!--[^>]*-->)*/
const BEGINS_PAGE = /^<(?:!doctype\s+html|html)\b/i

/** Whether the body is HTML. The content type alone does not decide, because some receivers answer `ok` as `text/html`. */
function isWebPage({ contentType, body }: ReceiverAnswer): boolean {
  const text = body
    .toString()
    .replace(/^\ufeff/, '')
    .replace(PROLOGUE, '')
  return BEGINS_PAGE.test(text) || (text.startsWith('<') && /html/i.test(contentType ?? ''))
}

/** An answer whose headers have arrived. */
interface BegunAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: AsyncIterable<Buffer>
}

/** Reads an answer. If the rest of the body cannot be read, the status and the part that has arrived are returned. */
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
  // Leaving the loop destroys the stream, which closes the connection.
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MOST_BYTES) break
  }
}
