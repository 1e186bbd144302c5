import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { parseEnv } from 'node:util'
import type { TSchema } from '@sinclair/typebox'
import { Ajv, type ErrorObject } from 'ajv'
import type { RateLimits } from '../auth/rate-limits.ts'
import type { Limits } from '../http/limits.ts'
import { isSystemError, reasonOf } from '../system-error.ts'
import { visible } from '../visible.ts'
import { Environment } from './environment.ts'

/** The configuration of a process. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly databaseUrl: string
  readonly readFrom: 'primary' | 'replica'
  readonly startupTimeoutMs: number
  readonly deviceBasePath: string
  readonly menuBasePath: string
  readonly menuMaxAgeSeconds: number
  readonly workers: number
  readonly cacheMaxBytes: number
  readonly corsOrigin: '*' | readonly string[]
  readonly frameAncestors: readonly string[]
  readonly limits: Limits
  readonly rateLimits: RateLimits
  /** Signs stream tokens, together with the hash of their key. If it is empty, the hash alone signs them. */
  readonly streamTokenSecret: string
  readonly trustedProxies: readonly string[]
  /** 0 disables metrics. */
  readonly metricsPort: number
  /** Empty disables traces. */
  readonly tracesUrl: string
  readonly shutdownTimeoutMs: number
  readonly logLevel: string
}

/** The configuration is invalid. The message has one sentence for each error. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the configuration from the environment. Except in production, variables that are not set there are
 * read from the file `.env`. An empty value counts as not given.
 * @throws {ConfigError} that lists every invalid variable, what it must be, and what it was
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = { ...withoutEmpty(readDotEnv(environment)), ...withoutEmpty(environment) }
  const variables: unknown = structuredClone(given)
  if (isEnvironment(variables)) return toConfig(variables)
  throw new ConfigError(describeFaults(isEnvironment.errors ?? [], given))
}

/** Reads the file `.env`, which is for development. In production it is ignored. */
function readDotEnv({ NODE_ENV }: NodeJS.ProcessEnv): NodeJS.Dict<string> {
  if (NODE_ENV === 'production' || !existsSync('.env')) return {}
  try {
    return parseEnv(readFileSync('.env', 'utf8'))
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new ConfigError(`The file .env cannot be read (${reasonOf(error)}): mend it, or remove it.`)
  }
}

function withoutEmpty(variables: NodeJS.Dict<string>): NodeJS.Dict<string> {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
}

// Validating our own schema against the JSON Schema meta-schema would take longer than the rest of the start.
const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: false, meta: false, validateSchema: false })
ajv.addKeyword('mustBe')
ajv.addKeyword({ keyword: 'range', type: 'string', validate: isInRange })
ajv.addKeyword({ keyword: 'addressRanges', type: 'string', validate: isListOfRanges })
const isEnvironment = ajv.compile<Environment>(Environment)

function isInRange([minimum, maximum]: [number, number], text: string): boolean {
  return /^\d{1,15}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
}

function isListOfRanges(_schema: true, text: string): boolean {
  return listOf(text).every((range) => {
    const [address = '', bits, ...rest] = range.split('/')
    const longest = isIP(address) === 6 ? 128 : 32
    const isLength = bits === undefined || isInRange([0, longest], bits)
    return isIP(address) !== 0 && isLength && rest.length === 0
  })
}

/** The members of a comma-separated list. */
function listOf(text: string): string[] {
  return text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')
}

function toConfig(environment: Environment): Config {
  const origins = environment.CORS_ORIGIN
  return Object.freeze({
    host: environment.HOST,
    port: Number(environment.PORT),
    databaseUrl: environment.DATABASE_URL,
    readFrom: environment.READ_FROM,
    startupTimeoutMs: Number(environment.STARTUP_TIMEOUT) * 1000,
    deviceBasePath: environment.DEVICE_BASE_PATH,
    menuBasePath: environment.MENU_BASE_PATH,
    menuMaxAgeSeconds: Number(environment.MENU_MAX_AGE_SECONDS),
    workers: environment.WORKERS === 'auto' ? availableParallelism() : Number(environment.WORKERS),
    cacheMaxBytes: Number(environment.CACHE_MAX_MB) * 1024 * 1024,
    corsOrigin: origins === '*' ? origins : listOf(origins),
    frameAncestors: listOf(environment.FRAME_ANCESTORS),
    limits: toLimits(environment),
    rateLimits: {
      requestsPerMinute: Number(environment.REQUESTS_PER_MINUTE),
      failuresPerMinute: Number(environment.FAILURES_PER_MINUTE),
    },
    streamTokenSecret: environment.STREAM_TOKEN_SECRET,
    trustedProxies: listOf(environment.TRUST_PROXY),
    metricsPort: Number(environment.METRICS_PORT),
    tracesUrl: environment.TRACES_URL,
    shutdownTimeoutMs: Number(environment.SHUTDOWN_TIMEOUT) * 1000,
    logLevel: environment.LOG_LEVEL,
  })
}

function toLimits(environment: Environment): Limits {
  return {
    headersTimeoutMs: Number(environment.HEADERS_TIMEOUT) * 1000,
    requestTimeoutMs: Number(environment.REQUEST_TIMEOUT) * 1000,
    keepAliveTimeoutMs: Number(environment.KEEP_ALIVE_TIMEOUT) * 1000,
    maxConnections: Number(environment.MAX_CONNECTIONS),
    maxHeaderBytes: Number(environment.MAX_HEADER_BYTES),
    maxUrlBytes: Number(environment.MAX_URL_BYTES),
    maxEventLoopDelayMs: Number(environment.MAX_EVENT_LOOP_DELAY_MS),
  }
}

function describeFaults(errors: readonly ErrorObject[], given: Record<string, string | undefined>): string {
  const names = new Set(errors.map(({ instancePath }) => instancePath.slice(1)))
  const properties: Record<string, TSchema> = Environment.properties
  return [...names]
    .map(
      (name) => `${name} must be ${properties[name]?.['mustBe']}, not "${withoutSecret(name, given[name])}".`,
    )
    .join('\n')
}

function withoutSecret(name: string, value = ''): string {
  return name.endsWith('SECRET') ? '…' : visible(value.replace(/\/\/.*@/s, '//…@'))
}
