import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import type { TSchema } from '@sinclair/typebox'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { visible } from '../visible.ts'
import { Environment } from './environment.ts'
import { ConfigError, nameIn, readVariables } from './variables.ts'

/** The configuration of a process. */
export type Config = ReturnType<typeof toConfig>

/**
 * Reads the configuration from the environment, and outside production also from the file `.env`.
 * @throws {ConfigError} that lists every invalid variable, what it must be, and what it was
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = readVariables(environment)
  const entries = Object.keys(Environment.properties).map((name) => [name, given[nameIn(given, name)]])
  const variables: object = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  const isEnvironment = compile(schemaFor(variables))
  if (isEnvironment(variables)) return toConfig(variables)
  throw new ConfigError(describeErrors(isEnvironment.errors ?? [], given))
}

/**
 * The schema for the variables that are set, and the defaults of all others. Each command compiles it when it
 * starts: to compile the whole schema would take a tenth of the time of most commands.
 */
function schemaFor(variables: object): TSchema {
  const properties = Object.entries<TSchema>(Environment.properties).map(([name, schema]) => [
    name,
    Object.hasOwn(variables, name) ? schema : { default: schema['default'] },
  ])
  return { ...Environment, properties: Object.fromEntries(properties) }
}

function compile(schema: TSchema): ValidateFunction<Environment> {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    strict: false,
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  })
  ajv.addKeyword('mustBe')
  ajv.addKeyword({ keyword: 'range', type: 'string', validate: isInRange })
  ajv.addKeyword({ keyword: 'addressRanges', type: 'string', validate: isListOfRanges })
  return ajv.compile<Environment>(schema)
}

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
  const members = text.split(',').map((member) => member.trim())
  return members.filter((member) => member !== '')
}

function toConfig(environment: Environment) {
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
    },
    streamTokenSecret: environment.STREAM_TOKEN_SECRET,
    trustedProxies: listOf(environment.TRUST_PROXY),
    metricsPort: Number(environment.METRICS_PORT),
    tracesUrl: environment.TRACES_URL,
    shutdownTimeoutMs: Number(environment.SHUTDOWN_TIMEOUT) * 1000,
    logLevel: environment.LOG_LEVEL,
  })
}

function describeErrors(errors: readonly ErrorObject[], given: NodeJS.Dict<string>): string {
  const names = new Set(errors.map(({ instancePath }) => instancePath.slice(1)))
  const properties: Record<string, TSchema> = Environment.properties
  return [...names]
    .map((name) => {
      const set = nameIn(given, name)
      return `${set} must be ${properties[name]?.['mustBe']}, not "${withoutSecret(name, given[set])}".`
    })
    .join('\n')
}

function withoutSecret(name: string, value = ''): string {
  return name.endsWith('SECRET') ? '…' : visible(value.replace(/\/\/.*@/s, '//…@'))
}
