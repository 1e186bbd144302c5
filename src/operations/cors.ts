import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** How long a browser may remember a preflight; the longest that any browser honours is a day. */
const PREFLIGHT_MAX_AGE_SECONDS = 86_400

/**
 * Lets web pages of these origins call the service and read its answers, errors too. A preflight needs no key;
 * whatever headers it announces are allowed.
 */
export async function allowOrigins(app: FastifyInstance, origins: '*' | readonly string[]): Promise<void> {
  await app.register(cors, {
    origin: origins === '*' ? origins : [...origins],
    methods: ['GET', 'HEAD', 'OPTIONS'],
    exposedHeaders: ['ETag', 'Retry-After'],
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    // An OPTIONS request that is no preflight is answered as well.
    strictPreflight: false,
  })
}

/** The same for an answer that no hook sees. */
export function allowOrigin(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  origins: '*' | readonly string[],
): void {
  if (origins === '*') {
    reply.header('access-control-allow-origin', '*')
    return
  }
  reply.header('vary', 'Origin')
  if (origins.includes(headers.origin ?? '')) reply.header('access-control-allow-origin', headers.origin)
}
