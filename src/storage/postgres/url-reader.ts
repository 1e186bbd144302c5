import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

/** The address of a PostgreSQL server. A host that begins with a slash is the folder of a Unix socket. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
}

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

/** Parses the parts of a URL and collects the errors. */
export class UrlReader {
  readonly errors = new Set<string>()
  readonly #parameters: ReadonlyMap<string, string>

  constructor(query: string) {
    this.#parameters = new Map(new URLSearchParams(query))
    for (const name of this.#parameters.keys()) {
      if (!Object.hasOwn(PARAMETERS, name)) this.#rejectUnknown(name)
    }
  }

  parameter(name: Parameter): string | undefined {
    return this.#parameters.get(name)
  }

  text(name: string, encoded: string): string {
    const text = decode(encoded)
    if (!text) this.#reject(`the ${name}`, 'is missing, or is not percent-encoded text')
    return text ?? ''
  }

  address(hostAndPort: string, index: number): ServerAddress {
    const [, encoded = '', port = '5432'] = HOST_AND_PORT.exec(hostAndPort) ?? []
    const host = decode(encoded)?.replace(/^\[(.*)\]$/, '$1')
    if (!host) this.#reject(`host ${index + 1}`, 'is missing, or is not percent-encoded text')
    if (!isWholeNumber(port, 1, 65_535)) {
      this.#reject(`the port of host ${index + 1}`, 'must be a whole number from 1 to 65535')
    }
    return { host: host ?? '', port: Number(port) }
  }

  number(name: Parameter, otherwise: number, minimum: number, maximum: number): number {
    const text = this.parameter(name) ?? String(otherwise)
    if (!isWholeNumber(text, minimum, maximum)) this.#rejectParameter(name)
    return Number(text)
  }

  /** How to check a server's certificate. */
  tls(): ConnectionOptions | undefined {
    const mode = this.parameter('sslmode') ?? 'disable'
    if (!['disable', 'require', 'verify-ca', 'verify-full'].includes(mode)) this.#rejectParameter('sslmode')
    const files = { ca: this.#file('sslrootcert'), cert: this.#file('sslcert'), key: this.#file('sslkey') }
    if (mode === 'disable') return undefined
    const identity = mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}
    return { rejectUnauthorized: mode !== 'require', ...files, ...identity }
  }

  #file(name: Parameter): string | undefined {
    const path = this.parameter(name)
    if (path === undefined) return undefined
    try {
      return readFileSync(path, 'utf8')
    } catch {
      this.#rejectParameter(name)
      return undefined
    }
  }

  /** A name is repeated if it can be one: something else may be a secret in the wrong place. */
  #rejectUnknown(name: string): void {
    const part = /^[a-z_]{1,40}$/i.test(name) ? `the parameter ${name}` : 'one of its parameters'
    this.#reject(part, `is not one of ${Object.keys(PARAMETERS).join(', ')}`)
  }

  #rejectParameter(name: Parameter): void {
    this.#reject(name, `must be ${PARAMETERS[name]}`)
  }

  #reject(part: string, problem: string): void {
    this.errors.add(`DATABASE_URL: ${part} ${problem}.`)
  }
}

function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

function isWholeNumber(text: string, minimum: number, maximum: number): boolean {
  return /^\d{1,9}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
}
