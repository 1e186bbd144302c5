import type { Logger } from 'pino'
import { DEFAULT_RATE_LIMITS, type RateLimits } from './auth/rate-limits.ts'
import type { Origins } from './http/cors.ts'
import { DEFAULT_LIMITS, type ServerLimits } from './http/server/limits.ts'
import { MEBIBYTE } from './lib/bytes.ts'
import { NO_PROXIES, type Proxies } from './lib/http-client/proxies.ts'
import { type Clock, systemClock } from './lib/time/clock.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Database } from './storage/database.ts'

/** The parts and settings of an app. */
export interface AppOptions {
  /** The database; see `openDatabase`. The app only reads from it, and does not close it. */
  readonly database: Database
  /** The same database, opened for `server-write`, to allow changes; the app does not close it. By default HTTP only reads. */
  readonly writableDatabase?: Database | undefined
  /** The time by which the app decides, such as which devices are online, and which it records. */
  readonly clock?: Clock
  /** Receives log lines. By default nothing is logged. */
  readonly logger?: Logger
  readonly deviceBasePath?: string
  readonly menuBasePath?: string
  readonly menuMaxAgeSeconds?: number
  readonly corsOrigin?: Origins
  /** The most memory that cached menu responses may take, in bytes; 0 disables the cache. */
  readonly cacheMaxBytes?: number
  readonly limits?: ServerLimits
  readonly rateLimits?: Partial<RateLimits>
  /** Records every response and the duration of database queries. By default there are no metrics. */
  readonly metrics?: Metrics | undefined
  /** Proxies whose X-Forwarded-For header is trusted: addresses, or ranges such as 10.0.0.0/8. */
  readonly trustedProxies?: readonly string[]
  /** The address of the service for its users, for links in alerts, without a slash at its end. By default there are no links. */
  readonly publicUrl?: string
  /** Internal addresses, or ranges of them, that alerts may be sent to; none by default. */
  readonly webhookAllow?: readonly string[]
  /** The proxies through which alerts are sent; none by default. */
  readonly proxies?: Proxies
  /** Origins whose pages may embed our pages in a frame; none by default. */
  readonly frameAncestors?: readonly string[]
  /** Signs stream tokens, together with the hash of their key. It must be the same in all processes. */
  readonly streamTokenSecret?: string
  /** Aborted when the process begins to stop. Streams and jobs end then. */
  readonly stopping?: AbortSignal
  /** Aborted when the time to stop is nearly over. Changes in progress are rejected then. */
  readonly rejecting?: AbortSignal
}

export const DEFAULT_CACHE_MAX_BYTES = 64 * MEBIBYTE

const DEFAULTS = {
  clock: systemClock,
  deviceBasePath: '',
  menuBasePath: '',
  menuMaxAgeSeconds: 0,
  corsOrigin: '*',
  cacheMaxBytes: DEFAULT_CACHE_MAX_BYTES,
  limits: DEFAULT_LIMITS,
  trustedProxies: [],
  publicUrl: '',
  webhookAllow: [],
  proxies: NO_PROXIES,
  frameAncestors: [],
  streamTokenSecret: '',
} as const satisfies Partial<AppOptions>

/** The options of an app, with the defaults of those that were left out. */
export type CompleteAppOptions = ReturnType<typeof withDefaults>

/** Fills in the defaults of options that were left out. */
export function withDefaults(options: AppOptions) {
  const given = definedIn(options)
  return { ...DEFAULTS, ...given, rateLimits: { ...DEFAULT_RATE_LIMITS, ...given.rateLimits } }
}

/** Removes undefined options, so that they get their defaults. TypeScript lets programs pass them. */
function definedIn<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options
}
