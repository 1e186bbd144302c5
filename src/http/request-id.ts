import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The header that carries the id of a request. The id is repeated in the response and in the log. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** Identifies this process, so that request ids are unique where the logs of many nodes are merged. */
const PROCESS_ID = randomBytes(6).toString('base64url')
const ACCEPTED = /^[\w.:@/+=-]{1,128}$/
let requests = 0

/** The id that the client sent, if it is safe to repeat in a response and in a log; otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID_HEADER]
  if (typeof given === 'string' && ACCEPTED.test(given)) return given
  requests++
  return `${PROCESS_ID}-${requests.toString(36)}`
}
