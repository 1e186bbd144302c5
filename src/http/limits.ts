import type { ServerOptions } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

/** Limits for clients, so that one client cannot prevent the process from serving others. */
export interface Limits {
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  readonly maxConnections: number
  /** Applies to the request line and all headers together. */
  readonly maxHeaderBytes: number
  readonly maxUrlBytes: number
  /** The event loop delay beyond which requests are rejected; 0 means no limit. */
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

/** How often Node checks for connections that exceed a timeout while they send a request. */
const CHECKING_INTERVAL_MS = 1000

/** The limits that Node's server enforces. */
export function serverOptions(limits: Limits): ServerOptions {
  return {
    headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.maxHeaderBytes,
    connectionsCheckingInterval: CHECKING_INTERVAL_MS,
  }
}

/** Creates a hook that responds with 414 to a URL that is too long (RFC 9110 §15.5.15). */
export function rejectLongUrls({ maxUrlBytes }: Limits) {
  return async ({ raw }: FastifyRequest): Promise<void> => {
    // A request line is ASCII, so each character is one byte.
    if ((raw.url ?? '').length > maxUrlBytes) throw new HttpError(414, 'The URL is too long')
  }
}
