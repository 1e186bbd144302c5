import { readFileSync } from 'node:fs'
import { StorageUnusableError } from '../database.ts'

/** The address of a PostgreSQL server. A host that begins with a slash is the folder of a Unix socket. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** The settings in a `postgres:` URL. */
export interface ConnectionSettings {
  /** In order of preference. */
  readonly addresses: readonly Address[]
  readonly user: string
  /** If undefined, the driver uses PGPASSWORD or the password file. */
  readonly password: string | undefined
  readonly database: string
  /** As in the URL. If undefined, connections are not encrypted. */
  readonly sslmode: string | undefined
  readonly tls: Tls | undefined
  readonly poolSize: number
  readonly statementTimeoutMs: number
  readonly connectTimeoutMs: number
}

/** How to check a server's certificate: options of `tls.connect`. */
export interface Tls {
  readonly rejectUnauthorized: boolean
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly checkServerIdentity?: () => undefined
}

const DEFAULT_PORT = 5432
const URL_PARTS = /^postgres(?:ql)?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?@]*)(?:\/([^/?]*))?(?:\?(.*))?$/i
const HOST_AND_PORT = /^(\[[^\]]+\]|[^:]*)(?::(.*))?$/

/** The parameters of the URL, each with its valid values. The names are those of libpq where it has them. */
const PARAMETERS = {
  sslmode: 'disable, require, verify-ca or verify-full',
  sslrootcert: 'a file of certificates that can be read',
  sslcert: 'a file of a certificate that can be read',
  sslkey: 'a file of a private key that can be read',
  pool_size: 'a whole number of connections from 1 to 1000',
  statement_timeout: 'a whole number of milliseconds from 100 to 600000',
  connect_timeout: 'a whole number of seconds from 1 to 60',
} as const
type Parameter = keyof typeof PARAMETERS

/** Whether a DATABASE_URL names a PostgreSQL database. */
export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:/i.test(url)
}

/**
 * Parses a `postgres:` URL.
 * @throws {StorageUnusableError} with one line per invalid part; the message never contains a password
 */
export function parseConnectionUrl(url: string): ConnectionSettings {
  const parts = URL_PARTS.exec(url)
  if (parts === null) {
    throw new StorageUnusableError(
      'DATABASE_URL must be like postgres://user:password@host:5432/signage?sslmode=verify-full, with other characters in user and password percent-encoded.',
    )
  }
  const reader = new Reader()
  const [, user = '', password, hosts = '', database = '', query = ''] = parts
  const parameters = reader.parameters(query)
  const settings = {
    addresses: hosts.split(',').map((host, index) => reader.address(host, index)),
    user: reader.text('user', user),
    password: password === undefined ? undefined : reader.text('password', password),
    database: reader.text('database', database),
    sslmode: parameters.get('sslmode'),
    tls: reader.tls(parameters),
    poolSize: reader.number(parameters, 'pool_size', 10, 1, 1000),
    statementTimeoutMs: reader.number(parameters, 'statement_timeout', 5000, 100, 600_000),
    connectTimeoutMs: reader.number(parameters, 'connect_timeout', 2, 1, 60) * 1000,
  }
  reader.throwIfAny()
  return settings
}

/** Parses the parts of a URL and collects the errors. */
class Reader {
  readonly #errors: string[] = []

  text(name: string, encoded: string): string {
    const text = this.#decode(encoded)
    if (!text) this.#errors.push(`DATABASE_URL: the ${name} is missing, or is not percent-encoded text.`)
    return text ?? ''
  }

  address(hostAndPort: string, index: number): Address {
    const [, host = '', port = String(DEFAULT_PORT)] = HOST_AND_PORT.exec(hostAndPort) ?? []
    const name = this.#decode(host)?.replace(/^\[(.*)\]$/, '$1')
    if (!name)
      this.#errors.push(`DATABASE_URL: host ${index + 1} is missing, or is not percent-encoded text.`)
    if (!isWholeNumber(port, 1, 65_535)) {
      this.#errors.push(`DATABASE_URL: the port of host ${index + 1} must be a whole number from 1 to 65535.`)
    }
    return { host: name ?? '', port: Number(port) }
  }

  parameters(query: string): Map<Parameter, string> {
    const known = new Map<Parameter, string>()
    for (const [name, value] of new URLSearchParams(query)) {
      if (isParameter(name)) known.set(name, value)
      else
        this.#errors.push(
          `DATABASE_URL: one of its parameters is not one of ${Object.keys(PARAMETERS).join(', ')}.`,
        )
    }
    return known
  }

  number(
    parameters: ReadonlyMap<Parameter, string>,
    name: Parameter,
    otherwise: number,
    minimum: number,
    maximum: number,
  ): number {
    const text = parameters.get(name) ?? String(otherwise)
    if (!isWholeNumber(text, minimum, maximum)) this.#reject(name)
    return Number(text)
  }

  tls(parameters: ReadonlyMap<Parameter, string>): Tls | undefined {
    const mode = parameters.get('sslmode') ?? 'disable'
    if (!['disable', 'require', 'verify-ca', 'verify-full'].includes(mode)) this.#reject('sslmode')
    const ca = this.#file(parameters, 'sslrootcert')
    const cert = this.#file(parameters, 'sslcert')
    const key = this.#file(parameters, 'sslkey')
    if (mode === 'disable') return undefined
    return {
      rejectUnauthorized: mode !== 'require',
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
    }
  }

  throwIfAny(): void {
    if (this.#errors.length > 0) throw new StorageUnusableError([...new Set(this.#errors)].join('\n'))
  }

  #file(parameters: ReadonlyMap<Parameter, string>, name: Parameter): string | undefined {
    const path = parameters.get(name)
    if (path === undefined) return undefined
    try {
      return readFileSync(path, 'utf8')
    } catch {
      this.#reject(name)
      return undefined
    }
  }

  #reject(name: Parameter): void {
    this.#errors.push(`DATABASE_URL: ${name} must be ${PARAMETERS[name]}.`)
  }

  #decode(encoded: string): string | undefined {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return undefined
    }
  }
}

function isParameter(name: string): name is Parameter {
  return Object.hasOwn(PARAMETERS, name)
}

function isWholeNumber(text: string, minimum: number, maximum: number): boolean {
  return /^\d{1,9}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
}
