import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-error.ts'

/** The most headers of a request. Node would drop further ones silently. */
export const MAX_HEADERS = 200

/** Closes the connection, because its next bytes may be a smuggled request. */
const CLOSE = { connection: 'close' }

/** The error for a fault in the head of a request that Node accepts; undefined if there is none. */
export function requestFaultOf(
  { headers, rawHeaders, httpVersion, url = '' }: IncomingMessage,
  maxUrlBytes: number,
): HttpError | undefined {
  // This comes first: Node drops further headers, and a header that is checked below may be among them.
  if (rawHeaders.length > MAX_HEADERS * 2) return new HttpError(431, 'There are too many headers', CLOSE)
  // RFC 9112 §3.2
  const hosts = countHosts(rawHeaders)
  if (hosts === 0 && httpVersion === '1.1') return new HttpError(400, 'The Host header is missing', CLOSE)
  if (hosts > 1) return new HttpError(400, 'The Host header is given more than once', CLOSE)
  // Node ignores all codings but the last, and would pass on a body that is still encoded (RFC 9112 §6.1).
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return new HttpError(400, 'The transfer coding is not supported', CLOSE)
  // RFC 9110 §15.5.15. A request line is ASCII, so each character is one byte.
  return url.length > maxUrlBytes ? new HttpError(414, 'The URL is too long') : undefined
}

/** Creates no objects, because it runs for each request. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}
