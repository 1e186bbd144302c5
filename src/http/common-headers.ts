import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Origins, originHeaders } from './cors.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/** Browsers must not guess the content type, so that no content of a menu can run as a script. */
export const SECURITY_HEADERS = { 'x-content-type-options': 'nosniff' } as const

/** Sets the headers of each response that Fastify sends. The fast path repeats them; `client-errors.ts` has its own. */
export function setCommonHeaders(
  { id, headers }: FastifyRequest,
  reply: FastifyReply,
  origins: Origins,
): void {
  reply
    .headers(SECURITY_HEADERS)
    .header(REQUEST_ID_HEADER, id)
    .headers(originHeaders(headers.origin, origins))
}
