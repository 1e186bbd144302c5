import type { FastifyReply, FastifyRequest } from 'fastify'
import { REQUEST_ID_HEADER } from './request-id.ts'

/** Browsers must not guess the content type, so that no content of a menu can run as a script. */
export const SECURITY_HEADERS = { 'x-content-type-options': 'nosniff' } as const

/** The headers of every response, including errors. */
export function headersOfAll({ id }: FastifyRequest) {
  return { ...SECURITY_HEADERS, [REQUEST_ID_HEADER]: id }
}

/**
 * The headers of pages. They load nothing from other origins, run only scripts served by this service, submit
 * no forms, and can be framed only by pages of the given origins.
 * @param styles the sources of styles that the policy allows
 */
function pageHeaders(frameAncestors: readonly string[], styles: string) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.join(' ') || "'none'"}`,
  ].join('; ')
  return {
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    // Older browsers support only this header, which cannot name an origin.
    ...(frameAncestors.length === 0 ? { 'x-frame-options': 'DENY' } : {}),
  }
}

type PageHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Creates a hook that sets the security headers of our pages. */
export function securePages(frameAncestors: readonly string[]): PageHook {
  const headers = pageHeaders(frameAncestors, "'self'")
  return async (_request, reply) => void reply.headers(headers)
}

/** Creates a hook for the pages at `/docs`, which use inline styles. */
export function secureDocs(): PageHook {
  const headers = pageHeaders([], "'self' 'unsafe-inline'")
  return async (_request, reply) => void reply.headers(headers)
}
