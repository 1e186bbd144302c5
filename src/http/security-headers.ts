import type { FastifyReply, FastifyRequest } from 'fastify'
import { REQUEST_ID_HEADER } from './request-id.ts'

/** A browser must take an answer for what it says it is: nothing that a menu holds can become a script. */
export const SECURITY_HEADERS = { 'x-content-type-options': 'nosniff' } as const

/** What every answer has, an error as well. */
export function headersOfAll({ id }: FastifyRequest) {
  return { ...SECURITY_HEADERS, [REQUEST_ID_HEADER]: id }
}

/**
 * For the pages: nothing from elsewhere, no script or form but their own, and no page of another origin than these
 * may frame them.
 * @param styles what a page may take its style from
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
    // Older browsers know only this, which cannot name an origin.
    ...(frameAncestors.length === 0 ? { 'x-frame-options': 'DENY' } : {}),
  }
}

type PageHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** A hook for whatever serves our pages. */
export function securePages(frameAncestors: readonly string[]): PageHook {
  const headers = pageHeaders(frameAncestors, "'self'")
  return async (_request, reply) => void reply.headers(headers)
}

/** A hook for the pages at `/docs`, which set the style of single elements. */
export function secureDocs(): PageHook {
  const headers = pageHeaders([], "'self' 'unsafe-inline'")
  return async (_request, reply) => void reply.headers(headers)
}
