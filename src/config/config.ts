import { availableParallelism } from 'node:os'
import type { TSchema } from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import type { AppOptions } from '../app-options.ts'
import type { RateLimits } from '../auth/rate-limits.ts'
import { MEBIBYTE } from '../lib/bytes.ts'
import { escapeControlCharacters } from '../lib/text/escape-control-characters.ts'
import { Environment } from './environment.ts'
import { proxyUrl, splitList } from './rules.ts'
import { ConfigError, nameIn, readVariables } from './variables.ts'

const schemas = Object.entries<TSchema>(Environment.properties)

/** Matches a value that may be secret, such as a key or a URL with a password in the wrong variable. */
const MAY_BE_SECRET = /[@=?]|^sgn_|.{64}/s

export type Config = ReturnType<typeof toConfig>

/**
 * Reads the configuration from the environment, and outside production also from the file `.env`.
 * @throws {ConfigError} that lists every invalid variable with its rule, and with its value unless that may be secret
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = readVariables(environment)
  const variables: NodeJS.Dict<string> = Object.fromEntries(
    schemas.map(([name, schema]) => [name, given[nameIn(given, name)] ?? schema['default']]),
  )
  if (Check(Environment, variables)) return toConfig(variables)
  const invalid = schemas.filter(([name, schema]) => !Check(schema, variables[name]))
  throw new ConfigError(invalid.map(([name, schema]) => describeError(name, schema, given)).join('\n'))
}

/** For commands that open ports. @throws {ConfigError} also if they would open the same port twice */
export function readServerConfig(environment: NodeJS.ProcessEnv): Config {
  const config = readConfig(environment)
  const { port, metricsAddress } = config
  if (port !== metricsAddress?.port) return config
  throw new ConfigError(`Metrics and the service have the same port ${port}: set METRICS_PORT to another.`)
}

function toConfig(environment: Environment) {
  // For `localhost`, Fastify would open a second server, unknown to `createDrain`.
  const host = environment.HOST === 'localhost' ? '127.0.0.1' : environment.HOST
  const metricsPort = Number(environment.METRICS_PORT)
  return Object.freeze({
    host,
    port: Number(environment.PORT),
    metricsAddress: metricsPort === 0 ? undefined : { host, port: metricsPort },
    databaseUrl: environment.DATABASE_URL,
    readFrom: environment.READ_FROM,
    startupTimeoutMs: Number(environment.STARTUP_TIMEOUT) * 1000,
    allowsChanges: environment.CHANGES === 'on',
    workers: environment.WORKERS === 'auto' ? availableParallelism() : Number(environment.WORKERS),
    shutdownTimeoutMs: Number(environment.SHUTDOWN_TIMEOUT) * 1000,
    logLevel: environment.LOG_LEVEL,
    app: toAppOptions(environment),
  })
}

function toAppOptions(environment: Environment) {
  return {
    deviceBasePath: environment.DEVICE_BASE_PATH,
    menuBasePath: environment.MENU_BASE_PATH,
    menuMaxAgeSeconds: Number(environment.MENU_MAX_AGE_SECONDS),
    cacheMaxBytes: Number(environment.CACHE_MAX_MB) * MEBIBYTE,
    corsOrigin: environment.CORS_ORIGIN === '*' ? '*' : splitList(environment.CORS_ORIGIN),
    frameAncestors: splitList(environment.FRAME_ANCESTORS),
    limits: {
      headersTimeoutMs: Number(environment.HEADERS_TIMEOUT) * 1000,
      requestTimeoutMs: Number(environment.REQUEST_TIMEOUT) * 1000,
      keepAliveTimeoutMs: Number(environment.KEEP_ALIVE_TIMEOUT) * 1000,
      maxConnections: Number(environment.MAX_CONNECTIONS),
      maxHeaderBytes: Number(environment.MAX_HEADER_BYTES),
      maxUrlBytes: Number(environment.MAX_URL_BYTES),
      maxEventLoopDelayMs: Number(environment.MAX_EVENT_LOOP_DELAY_MS),
    },
    rateLimits: {
      requestsPerMinute: Number(environment.REQUESTS_PER_MINUTE),
      failuresPerMinute: Number(environment.FAILURES_PER_MINUTE),
      changesPerMinute: Number(environment.CHANGES_PER_MINUTE),
    } satisfies RateLimits,
    streamTokenSecret: environment.STREAM_TOKEN_SECRET,
    trustedProxies: splitList(environment.TRUST_PROXY),
    publicUrl: environment.PUBLIC_URL,
    webhookAllow: splitList(environment.WEBHOOK_ALLOW),
    proxies: {
      https: proxyUrl(environment.HTTPS_PROXY),
      http: proxyUrl(environment.HTTP_PROXY),
      except: splitList(environment.NO_PROXY.replaceAll(/\s/g, ',')),
    },
  } satisfies Partial<AppOptions>
}

function describeError(name: string, schema: TSchema, given: NodeJS.Dict<string>): string {
  const set = nameIn(given, name)
  return `${set} must be ${schema['mustBe']}${describeValue(schema, given[set] ?? '')}.`
}

function describeValue({ isSecret }: TSchema, value: string): string {
  return isSecret || MAY_BE_SECRET.test(value) ? '' : `, not "${escapeControlCharacters(value)}"`
}
