import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Creates a hook that sets the security headers of pages: a page loads nothing from other origins, runs only scripts of this
 * service, submits no forms, and can be framed only by pages of the given origins.
 * @param styles the sources of styles that the policy allows
 */
export function createPageHeadersHook(frameAncestors: readonly string[], styles = "'self'") {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.join(' ') || "'none'"}`,
  ].join('; ')
  const headers = {
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    ...frameOptions(frameAncestors),
  }
  return async (_request: FastifyRequest, reply: FastifyReply) => void reply.headers(headers)
}

/** Older browsers support only this header, which cannot name an origin. */
function frameOptions(frameAncestors: readonly string[]): Readonly<Record<string, string>> {
  if (frameAncestors.length === 0) return { 'x-frame-options': 'DENY' }
  return frameAncestors.every((origin) => origin === "'self'") ? { 'x-frame-options': 'SAMEORIGIN' } : {}
}
