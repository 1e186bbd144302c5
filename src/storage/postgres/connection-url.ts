import { StorageUnusableError } from '../database.ts'
import { UrlReader } from './url-reader.ts'

export type ConnectionSettings = Readonly<ReturnType<typeof parseConnectionUrl>>

const URL_PARTS = /^postgres(?:ql)?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?@]*)(?:\/([^/?@]*))?(?:\?(.*))?$/i
const UNCLEAR_PASSWORD =
  'DATABASE_URL: the password seems to contain a character that must be percent-encoded: write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25.'

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
  if (parts === null) {
    if (!isPasswordClear(url)) throw new StorageUnusableError(UNCLEAR_PASSWORD)
    throw new StorageUnusableError(
      'DATABASE_URL must be like postgres://user:password@host:5432/signage?sslmode=verify-full, with other characters in user and password percent-encoded.',
    )
  }
  const [, user = '', password, hosts = '', database = '', query = ''] = parts
  const reader = new UrlReader(query)
  const settings = {
    /** In order of preference. */
    addresses: hosts.split(',').map((host, index) => reader.address(host, index)),
    user: reader.text('user', user),
    /** If undefined, the driver uses PGPASSWORD or the password file. */
    password: password === undefined ? undefined : reader.text('password', password),
    database: reader.text('database', database),
    /** As in the URL. If undefined, connections are not encrypted. */
    sslmode: reader.parameter('sslmode'),
    tls: reader.tls(),
    poolSize: reader.number('pool_size', 10, 1, 1000),
    statementTimeoutMs: reader.number('statement_timeout', 5000, 100, 600_000),
    connectTimeoutMs: reader.number('connect_timeout', 2, 1, 60) * 1000,
  }
  if (reader.errors.size > 0)
    throw new StorageUnusableError(isPasswordClear(url) ? [...reader.errors].join('\n') : UNCLEAR_PASSWORD)
  return settings
}

/** Whether user and password end with the only @, so that no part of the password can have been taken for something else. */
function isPasswordClear(url: string): boolean {
  const withoutScheme = url.replace(/^[^:]+:\/*/, '')
  const end = withoutScheme.search(/[@/?]/)
  return !withoutScheme.includes('@', end + 1) || end < 0
}
