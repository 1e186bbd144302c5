import type { IncomingMessage } from 'node:http'
import { HttpError } from './errors.ts'

/** Node keeps so many headers while they arrive, and drops the others silently. */
export const MAX_HEADERS = 200

/** What follows on the connection may be something else than it seems. */
const CLOSE = { connection: 'close' }

/**
 * What is wrong with the head of a request, although Node lets it pass.
 * @returns the error for the client; undefined if nothing is wrong
 */
export function faultOf({ headers, rawHeaders, httpVersion }: IncomingMessage): HttpError | undefined {
  // Names and values alternate. The headers that were dropped may be those that are looked for below.
  if (rawHeaders.length > MAX_HEADERS * 2) return new HttpError(431, 'There are too many headers', CLOSE)
  // RFC 9112 §3.2
  const hosts = countHosts(rawHeaders)
  if (hosts === 0 && httpVersion === '1.1') return new HttpError(400, 'The Host header is missing', CLOSE)
  if (hosts > 1) return new HttpError(400, 'The Host header is given more than once', CLOSE)
  // Node ignores all codings but the last, and would pass on what is still encoded (RFC 9112 §6.1).
  const coding = headers['transfer-encoding']
  if (coding === undefined || coding.toLowerCase() === 'chunked') return undefined
  return new HttpError(400, 'The transfer coding is not supported', CLOSE)
}

/** Each request is checked, so this creates no objects. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}
