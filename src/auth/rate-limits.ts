/** Rate limits in requests per minute; 0 means no limit. */
export type RateLimits = Readonly<typeof DEFAULT_RATE_LIMITS>

export const DEFAULT_RATE_LIMITS = {
  /** For each key. */
  requestsPerMinute: 0,
  /** For each client address, counting only requests without a valid key. */
  failuresPerMinute: 10_000,
  /** For each key, counting changes of menus, mutes and new keys. */
  changesPerMinute: 600,
}

/** Whether the service has fast paths. They cannot enforce a limit for each key, so such a limit switches them off. */
export function allowsFastPaths({ requestsPerMinute }: RateLimits): boolean {
  return requestsPerMinute === 0
}
