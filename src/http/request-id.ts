import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Carries the id of a request to its answer and to the log. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** Tells this process from all others, so that ids can be told apart where the logs of many nodes meet. */
const PROCESS_ID = randomBytes(6).toString('base64url')
const ACCEPTED = /^[\w.:@/+=-]{1,128}$/
let requests = 0

/** The id that a request came with, if it is one to repeat in an answer and in a log; or else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID_HEADER]
  if (typeof given === 'string' && ACCEPTED.test(given)) return given
  requests++
  return `${PROCESS_ID}-${requests.toString(36)}`
}
