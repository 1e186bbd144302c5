import type { FastifyReply, FastifyRequest } from 'fastify'
import { REQUEST_ID_HEADER } from './request-id.ts'

/** A browser must take an answer for what it says it is: nothing that a menu holds can become a script. */
export const SECURITY_HEADERS = { 'x-content-type-options': 'nosniff' } as const

/** What every answer has, an error as well. */
export function headersOfAll({ id }: FastifyRequest) {
  return { ...SECURITY_HEADERS, [REQUEST_ID_HEADER]: id }
}

/** For the pages: nothing from elsewhere, no script or form but their own, and no other page may frame them. */
const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    // The pages set the style of single elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const

/** A hook for whatever serves pages. */
export async function securePages(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers(PAGE_HEADERS)
}
