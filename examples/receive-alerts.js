import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const TOLERANCE_SECONDS = 300

/**
 * Creates an HTTP server that receives alerts of the service. Call `listen` of it.
 * @param {object} options
 * @param {string} options.secret what "signage alerts add" has printed, from whsec_ on
 * @param {(alert: { type: string, timestamp: string, data: any }) => unknown} options.onAlert called once for each message
 */
export function createReceiver({ secret, onAlert }) {
  // A message is sent again, under the same id, if its answer was lost.
  /** @type {Map<string, number>} */
  const seen = new Map()

  return createServer(async (request, response) => {
    const body = await text(request)
    const id = String(request.headers['webhook-id'])
    if (!isGenuine(secret, request.headers, body)) {
      response.writeHead(401).end()
      return
    }
    const nowMs = Date.now()
    for (const [old, atMs] of seen) if (nowMs - atMs > 4 * 24 * 3_600_000) seen.delete(old)
    try {
      if (!seen.has(id)) await onAlert(JSON.parse(body))
      seen.set(id, nowMs)
      response.writeHead(204).end()
    } catch {
      // The service tries again later.
      response.writeHead(500).end()
    }
  })
}

/**
 * Whether a message comes from the service, and was sent within the last five minutes.
 * @param {string} secret
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {string} body the bytes that were sent, before they are parsed
 */
export function isGenuine(secret, headers, body) {
  const timestamp = String(headers['webhook-timestamp'])
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${headers['webhook-id']}.${timestamp}.${body}`).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
}
