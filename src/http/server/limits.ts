/** Limits for clients, so that one client cannot prevent the process from serving others. */
export type ServerLimits = Readonly<typeof DEFAULT_LIMITS>

export const DEFAULT_LIMITS = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 72_000,
  maxConnections: 10_000,
  /** Applies to the request line and all headers together. */
  maxHeaderBytes: 32_768,
  maxUrlBytes: 16_384,
  /** The event loop delay beyond which requests are rejected; 0 means no limit. */
  maxEventLoopDelayMs: 1000,
}
