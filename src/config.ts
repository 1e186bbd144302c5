import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseEnv } from 'node:util'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Ajv, type ErrorObject } from 'ajv'

const basePath = (description: string) =>
  Type.String({
    default: '',
    pattern: '^(/[A-Za-z0-9._~-]+)*$',
    mustBe: 'empty or a path such as /api, without a slash at its end',
    description,
  })

// Text with a range, not an integer: a coercion to numbers would let "Infinity" and "1e3" through.
const wholeNumber = (minimum: number, maximum: number, options: { default: string; description: string }) =>
  Type.String({
    range: [minimum, maximum],
    mustBe: `a whole number from ${minimum} to ${maximum}`,
    ...options,
  })

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every variable of the environment that the service reads, with its default and its meaning. */
export const Environment = Type.Object({
  HOST: Type.String({
    default: '0.0.0.0',
    mustBe: 'an address or a host name',
    pattern: '^\\S+$',
    description: 'Address to listen on; 127.0.0.1 for this machine alone.',
  }),
  PORT: wholeNumber(0, 65_535, { default: '3000', description: 'Port to listen on; 0 takes a free one.' }),
  DATABASE_URL: Type.String({
    default: 'sqlite:./data/signage.db',
    pattern: '^((sqlite|file|postgres|postgresql):.+|(?!\\w{2,}:).+)$',
    mustBe: 'a path, a file: URL, a sqlite: URL or a postgres: URL',
    description:
      'The database. SQLite: a path, a file: or sqlite: URL; sqlite::memory: stores nothing. PostgreSQL: ' +
      'postgres://user:password@host1:5432,host2:5432/name?sslmode=verify-full&pool_size=10.',
  }),
  READ_FROM: Type.Union([Type.Literal('primary'), Type.Literal('replica')], {
    default: 'primary',
    mustBe: 'primary or replica',
    description: 'Which of several PostgreSQL servers answers are read from; a replica may be behind.',
  }),
  STARTUP_TIMEOUT: wholeNumber(0, 3600, {
    default: '60',
    description: 'Seconds for which serve waits for a database that is away when it starts.',
  }),
  DEVICE_BASE_PATH: basePath('Path under which the device interface is served.'),
  MENU_BASE_PATH: basePath('Path under which the menu interface is served.'),
  MENU_MAX_AGE_SECONDS: wholeNumber(0, 86_400, {
    default: '0',
    description: 'How long a page may use a menu answer without asking again; 0 is not at all.',
  }),
  WORKERS: Type.String({
    default: '1',
    pattern: '^(auto|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-6])$',
    mustBe: 'a whole number from 1 to 256, or auto',
    description: 'How many processes serve, all on one port; auto is one for each processor.',
  }),
  CACHE_MAX_MB: wholeNumber(0, 65_536, {
    default: '64',
    description: 'Megabytes of memory for finished menu answers; 0 keeps none.',
  }),
  CORS_ORIGIN: Type.String({
    default: '*',
    pattern: '^(\\*|https?://[^\\s,/]+(\\s*,\\s*https?://[^\\s,/]+)*)$',
    mustBe: '* or origins such as https://board.example, separated by commas',
    description: 'Which web pages may call the service: * or origins separated by commas.',
  }),
  LOG_LEVEL: Type.Union(
    LOG_LEVELS.map((level) => Type.Literal(level)),
    {
      default: 'info',
      mustBe: `one of ${LOG_LEVELS.join(', ')}`,
      description: `Least severe log line to write: ${LOG_LEVELS.join(', ')}.`,
    },
  ),
})
type Environment = Static<typeof Environment>

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
  readonly logLevel: string
}

/** The environment is not one to start with; each fault is a sentence of its own. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the configuration from an environment, and for what it lacks from the file `.env`, except in
 * production. An empty value counts as not given.
 * @throws {ConfigError} with every fault: the variable, what it must be, and what it was
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = { ...withoutEmpty(readDotEnv(environment)), ...withoutEmpty(environment) }
  const variables: unknown = structuredClone(given)
  if (isEnvironment(variables)) return toConfig(variables)
  throw new ConfigError(describeFaults(isEnvironment.errors ?? [], given))
}

/** The file is for development: in production the environment alone decides. */
function readDotEnv({ NODE_ENV }: NodeJS.ProcessEnv): NodeJS.Dict<string> {
  return NODE_ENV !== 'production' && existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
}

function withoutEmpty(variables: NodeJS.Dict<string>): NodeJS.Dict<string> {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
}

// To check our own schemas against the schema of schemas would take longer than all the rest of the start.
const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: false, meta: false, validateSchema: false })
ajv.addKeyword('mustBe')
ajv.addKeyword({ keyword: 'range', type: 'string', validate: isInRange })
const isEnvironment = ajv.compile<Environment>(Environment)

function isInRange([minimum, maximum]: [number, number], text: string): boolean {
  return /^\d{1,15}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
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
    corsOrigin: origins === '*' ? origins : origins.split(',').map((origin) => origin.trim()),
    logLevel: environment.LOG_LEVEL,
  })
}

function describeFaults(errors: readonly ErrorObject[], given: Record<string, string | undefined>): string {
  const names = new Set(errors.map(({ instancePath }) => instancePath.slice(1)))
  const properties: Record<string, TSchema> = Environment.properties
  return [...names]
    .map((name) => `${name} must be ${properties[name]?.['mustBe']}, not "${withoutPassword(given[name])}".`)
    .join('\n')
}

function withoutPassword(value = ''): string {
  return value.replace(/\/\/.*@/, '//…@')
}
