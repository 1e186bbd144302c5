import type { ServerOptions } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

/** What one client may ask of a process, so that it cannot keep others from being answered. */
export interface Limits {
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  readonly maxConnections: number
  /** Of the request line and all headers. */
  readonly maxHeaderBytes: number
  readonly maxUrlBytes: number
  /** How far the event loop may lag behind before requests are turned away; 0 is as far as it comes. */
  readonly maxEventLoopDelayMs: number
}

export const DEFAULT_LIMITS: Limits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 72_000,
  maxConnections: 10_000,
  maxHeaderBytes: 32_768,
  maxUrlBytes: 16_384,
  maxEventLoopDelayMs: 1000,
}

/** How often connections are looked at that are slow to send a request. */
const CHECKING_INTERVAL_MS = 1000

/** The limits that Node's server keeps. */
export function serverOptions(limits: Limits): ServerOptions {
  return {
    headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.maxHeaderBytes,
    connectionsCheckingInterval: CHECKING_INTERVAL_MS,
  }
}

/** A hook: 414 for a URL that is too long (RFC 9110 §15.5.15). */
export function refuseLongUrls({ maxUrlBytes }: Limits) {
  return async ({ raw }: FastifyRequest): Promise<void> => {
    // A request line is ASCII: a character is a byte.
    if ((raw.url ?? '').length > maxUrlBytes) throw new HttpError(414, 'The URL is too long')
  }
}
