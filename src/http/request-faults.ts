import type { IncomingMessage } from 'node:http'

/**
 * What HTTP/1.1 forbids in the head of a request, although Node lets it pass.
 * @returns the message for the client; undefined if nothing is wrong
 */
export function faultOf({ headers, rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  // RFC 9112 §3.2
  const hosts = countHosts(rawHeaders)
  if (hosts === 0 && httpVersion === '1.1') return 'The Host header is missing'
  if (hosts > 1) return 'The Host header is given more than once'
  // Node ignores all codings but the last, and would pass on what is still encoded (RFC 9112 §6.1).
  const coding = headers['transfer-encoding']
  if (coding === undefined || coding.toLowerCase() === 'chunked') return undefined
  return 'The transfer coding is not supported'
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
