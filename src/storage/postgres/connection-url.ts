import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { StorageUnusableError } from '../database.ts'

/** The address of a PostgreSQL server. A host that begins with a slash is the folder of a Unix socket. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
}

export type ConnectionSettings = Readonly<ReturnType<typeof parseConnectionUrl>>

// The driver's own parser supports one host only, and misreads a password that is not encoded. Here an @ can only follow the
// password, so that errors about other parts repeat no piece of it.
const URL_PARTS =
  /^postgres(?:ql)?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?@]*)(?:\/([^/?@]*))?(?:\?([^@]*))?$/i
const HOST_AND_PORT = /^(\[[^\]]+\]|[^:]*)(?::(.*))?$/
const FORM =
  'DATABASE_URL must be like postgres://user:password@host:5432/signage?sslmode=verify-full, and within each part, @ is written as %40, / as %2F, ? as %3F, # as %23 and % as %25.'
const NOT_TEXT = 'is missing, or is not percent-encoded text'

/** A rule for a text, in words, and the value of a text that follows it. */
interface Rule<Value> {
  readonly mustBe: string
  readonly parse: (text: string) => Value | undefined
}

const SSL_MODES: readonly string[] = ['disable', 'require', 'verify-ca', 'verify-full']
const PORT = wholeNumber('number', 1, 65_535)

/** The parameters of the URL. The names are those of libpq where it has them. */
const PARAMETERS = {
  sslmode: {
    mustBe: `one of ${SSL_MODES.join(', ')}`,
    parse: (text: string) => SSL_MODES.find((mode) => mode === text),
  },
  sslrootcert: { mustBe: 'a file of certificates that can be read', parse: readText },
  sslcert: { mustBe: 'a file of a certificate that can be read', parse: readText },
  sslkey: { mustBe: 'a file of a private key that can be read', parse: readText },
  pool_size: wholeNumber('number of connections', 1, 1000),
  statement_timeout: wholeNumber('number of milliseconds', 100, 600_000),
  connect_timeout: wholeNumber('number of seconds', 1, 60),
}

/** Whether a DATABASE_URL names a PostgreSQL database. */
export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:/i.test(url)
}

/**
 * Parses a `postgres:` URL.
 * @throws {StorageUnusableError} with one line per invalid part; the message never contains a password
 */
export function parseConnectionUrl(url: string) {
  const parts = URL_PARTS.exec(url)
  if (parts === null) throw new StorageUnusableError(FORM)
  const [, user = '', password, hosts = '', database = '', query = ''] = parts
  const errors = new Set<string>()
  const check = checker(errors)
  const settings = {
    /** In order of preference. */
    addresses: hosts.split(',').map((host, index) => parseAddress(host, index + 1, check)),
    user: check('the user', NOT_TEXT, decode(user)) ?? '',
    /** If undefined, the driver uses PGPASSWORD or the password file. */
    password: password === undefined ? undefined : check('the password', NOT_TEXT, decode(password)),
    database: check('the database', NOT_TEXT, decode(database)) ?? '',
    ...parseParameters(query, check),
  }
  if (errors.size > 0) throw new StorageUnusableError([...errors].join('\n'))
  return settings
}

type Check = ReturnType<typeof checker>

/** Returns a function that collects an error if a part has no valid value. */
function checker(errors: Set<string>) {
  return <Part>(name: string, problem: string, value: Part | undefined): Part | undefined => {
    if (value === undefined) errors.add(`DATABASE_URL: ${name} ${problem}.`)
    return value
  }
}

function parseAddress(hostAndPort: string, number: number, check: Check): ServerAddress {
  const [, host = '', port = '5432'] = HOST_AND_PORT.exec(hostAndPort) ?? []
  const decoded = check(`host ${number}`, NOT_TEXT, decode(host))?.replace(/^\[(.*)\]$/, '$1')
  return {
    host: decoded ?? '',
    port: check(`the port of host ${number}`, `must be ${PORT.mustBe}`, PORT.parse(port)) ?? 0,
  }
}

function parseParameters(query: string, check: Check) {
  const given: ReadonlyMap<string, string> = new Map(new URLSearchParams(query))
  const names = Object.keys(PARAMETERS)
  for (const name of given.keys()) {
    // Only a possible name is repeated: anything else may be a misplaced secret.
    const part = /^[a-z_]{1,40}$/i.test(name) ? `the parameter ${name}` : 'one of its parameters'
    check(part, `is not one of ${names.join(', ')}`, names.includes(name) || undefined)
  }
  const read = <Part>(name: keyof typeof PARAMETERS, { mustBe, parse }: Rule<Part>) => {
    const text = given.get(name)
    return text === undefined ? undefined : check(name, `must be ${mustBe}`, parse(text))
  }
  const sslmode = read('sslmode', PARAMETERS.sslmode)
  const files = {
    ca: read('sslrootcert', PARAMETERS.sslrootcert),
    cert: read('sslcert', PARAMETERS.sslcert),
    key: read('sslkey', PARAMETERS.sslkey),
  }
  return {
    /** If undefined, connections are not encrypted. */
    sslmode,
    tls: toTls(sslmode, files),
    poolSize: read('pool_size', PARAMETERS.pool_size) ?? 10,
    statementTimeoutMs: read('statement_timeout', PARAMETERS.statement_timeout) ?? 5000,
    connectTimeoutMs: (read('connect_timeout', PARAMETERS.connect_timeout) ?? 2) * 1000,
  }
}

/** How to check a server's certificate. */
function toTls(mode = 'disable', files: ConnectionOptions): ConnectionOptions | undefined {
  if (mode === 'disable') return undefined
  const identity = mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}
  return { rejectUnauthorized: mode !== 'require', ...files, ...identity }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded) || undefined
  } catch {
    return undefined
  }
}

function wholeNumber(what: string, least: number, most: number): Rule<number> {
  return {
    mustBe: `a whole ${what} from ${least} to ${most}`,
    parse(text) {
      const isWithin = /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most
      return isWithin ? Number(text) : undefined
    },
  }
}
