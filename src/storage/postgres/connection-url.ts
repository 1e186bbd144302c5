import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { withoutBrackets } from '../../lib/address-ranges.ts'
import { StorageOperatorError } from '../database.ts'

/** The address of a PostgreSQL server. A host that begins with a slash is the folder of a Unix socket. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
}

export type ConnectionSettings = Readonly<ReturnType<typeof parseConnectionUrl>>

// The driver's own parser supports one host only, and misreads a password that is not encoded.
const URL_PARTS = /^postgres(?:ql)?:\/\/([^:@/]*)(?::([^@/]*))?@([^/?@]*)\/([^/?@]*)(?:\?([^@]*))?$/i
const HOST_AND_PORT = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/
const URL_FORM =
  'DATABASE_URL must be like postgres://user:password@host:5432/signage?sslmode=verify-full, and within each part, @ is written as %40, / as %2F, ? as %3F, # as %23 and % as %25.'

const SSL_MODES: readonly string[] = ['disable', 'require', 'verify-ca', 'verify-full']
const FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const
/** The least and the most of each number, and its default. */
const NUMBERS = {
  pool_size: [1, 1000, 10],
  statement_timeout: [100, 600_000, 5000],
  connect_timeout: [1, 60, 2],
} as const
/** The names of the parameters are those of libpq where it has them. */
const PARAMETERS = ['sslmode', ...Object.keys(FILES), ...Object.keys(NUMBERS)]

/** Whether a DATABASE_URL names a PostgreSQL database. */
export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:/i.test(url)
}

/**
 * Parses a `postgres:` URL.
 * @throws {StorageOperatorError} if it is invalid; the message contains no part of it
 */
export function parseConnectionUrl(url: string) {
  const [, user, password, hosts = '', database, query] = URL_PARTS.exec(url) ?? []
  const parameters: ReadonlyMap<string, string> = new Map(new URLSearchParams(query))
  const isKnown = [...parameters.keys()].every((name) => PARAMETERS.includes(name))
  if (!isKnown) throw new StorageOperatorError(`The parameters of DATABASE_URL are ${PARAMETERS.join(', ')}.`)
  const sslmode = parameters.get('sslmode')
  if (sslmode !== undefined && !SSL_MODES.includes(sslmode))
    throw parameterError('sslmode', SSL_MODES.join(', '))
  return {
    /** In order of preference. */
    addresses: hosts.split(',').map(parseAddress),
    user: decode(user),
    /** If undefined, the driver uses PGPASSWORD or the password file. */
    password: password === undefined ? undefined : decode(password),
    database: decode(database),
    /** If undefined, connections are not encrypted. */
    sslmode,
    tls: toTls(sslmode, parameters),
    poolSize: readNumber('pool_size', parameters),
    statementTimeoutMs: readNumber('statement_timeout', parameters),
    connectTimeoutMs: readNumber('connect_timeout', parameters) * 1000,
  }
}

function parameterError(parameter: string, mustBe: string): StorageOperatorError {
  return new StorageOperatorError(`DATABASE_URL: ${parameter} must be ${mustBe}.`)
}

function parseAddress(hostAndPort: string): ServerAddress {
  const [, host, port = '5432'] = HOST_AND_PORT.exec(hostAndPort) ?? []
  const address = { host: withoutBrackets(decode(host)), port: Number(port) }
  if (address.port < 1 || address.port > 65_535) throw new StorageOperatorError(URL_FORM)
  return address
}

/** How to check a server's certificate. */
function toTls(mode = 'disable', parameters: ReadonlyMap<string, string>): ConnectionOptions | undefined {
  if (mode === 'disable') {
    const unused = Object.keys(FILES).find((name) => parameters.has(name))
    if (unused !== undefined)
      throw parameterError(unused, 'used with sslmode=require, verify-ca or verify-full')
    return undefined
  }
  const identity = mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}
  const files = Object.entries(FILES).flatMap(([name, option]) => {
    const path = parameters.get(name)
    return path === undefined ? [] : [[option, readText(name, path)]]
  })
  return { rejectUnauthorized: mode !== 'require', ...Object.fromEntries(files), ...identity }
}

function readText(parameter: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw parameterError(parameter, 'a file that can be read')
  }
}

function readNumber(name: keyof typeof NUMBERS, parameters: ReadonlyMap<string, string>): number {
  const [least, most, defaultValue] = NUMBERS[name]
  const text = parameters.get(name) ?? String(defaultValue)
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
  throw parameterError(name, `a whole number from ${least} to ${most}`)
}

function decode(encoded = ''): string {
  try {
    const text = decodeURIComponent(encoded)
    if (text !== '') return text
  } catch {
    // It is not percent-encoded text.
  }
  throw new StorageOperatorError(URL_FORM)
}
