import type { AppOptions } from '../../src/app-options.ts'
import { DEFAULT_LIMITS, type ServerLimits } from '../../src/http/server/limits.ts'

/** The settings of a test, which become the options of an app or the environment of a process. */
export interface Settings
  extends Pick<
    AppOptions,
    | 'deviceBasePath'
    | 'menuBasePath'
    | 'menuMaxAgeSeconds'
    | 'corsOrigin'
    | 'cacheMaxBytes'
    | 'rateLimits'
    | 'trustedProxies'
    | 'frameAncestors'
    | 'streamTokenSecret'
  > {
  readonly limits?: Partial<ServerLimits>
  /** Whether menus and heartbeats can be changed over HTTP. */
  readonly allowsChanges?: boolean
  /** Gives an app the clock of the machine, which a process always has. Otherwise its clock is stopped. */
  readonly hasRealClock?: boolean
}

const seconds = (ms: number) => ms / 1000

/** The environment variable of each limit, and the conversion of its value. */
const LIMIT_VARIABLES: Readonly<Record<keyof ServerLimits, readonly [string, (value: number) => number]>> = {
  headersTimeoutMs: ['HEADERS_TIMEOUT', seconds],
  requestTimeoutMs: ['REQUEST_TIMEOUT', seconds],
  keepAliveTimeoutMs: ['KEEP_ALIVE_TIMEOUT', seconds],
  maxConnections: ['MAX_CONNECTIONS', Number],
  maxHeaderBytes: ['MAX_HEADER_BYTES', Number],
  maxUrlBytes: ['MAX_URL_BYTES', Number],
  maxEventLoopDelayMs: ['MAX_EVENT_LOOP_DELAY_MS', Number],
}

/** The environment of a process with these settings. */
export function toEnvironment({ limits = {}, rateLimits, ...settings }: Settings): Record<string, string> {
  const { corsOrigin, cacheMaxBytes, trustedProxies, frameAncestors } = settings
  return withoutUndefined({
    CHANGES: settings.allowsChanges ? 'on' : undefined,
    DEVICE_BASE_PATH: settings.deviceBasePath,
    MENU_BASE_PATH: settings.menuBasePath,
    MENU_MAX_AGE_SECONDS: settings.menuMaxAgeSeconds,
    CORS_ORIGIN: typeof corsOrigin === 'object' ? corsOrigin.join() : corsOrigin,
    CACHE_MAX_MB: cacheMaxBytes === undefined ? undefined : cacheMaxBytes / 1024 / 1024,
    TRUST_PROXY: trustedProxies?.join(),
    FRAME_ANCESTORS: frameAncestors?.join(),
    STREAM_TOKEN_SECRET: settings.streamTokenSecret,
    REQUESTS_PER_MINUTE: rateLimits?.requestsPerMinute,
    FAILURES_PER_MINUTE: rateLimits?.failuresPerMinute,
    CHANGES_PER_MINUTE: rateLimits?.changesPerMinute,
    ...Object.fromEntries(
      Object.entries(LIMIT_VARIABLES).map(([limit, [name, convert]]) => {
        const value = limits[limit as keyof ServerLimits]
        return [name, value === undefined ? undefined : convert(value)]
      }),
    ),
  })
}

/** The options of an app with these settings. A machine that is busy with other tests does not count as overload. */
export function toAppOptions({
  limits,
  hasRealClock: _,
  allowsChanges: _allows,
  ...settings
}: Settings): Omit<AppOptions, 'database'> {
  return { ...settings, limits: { ...DEFAULT_LIMITS, maxEventLoopDelayMs: 0, ...limits } }
}

function withoutUndefined(
  values: Readonly<Record<string, string | number | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])),
  )
}
