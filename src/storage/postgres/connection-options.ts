import { Socket } from 'node:net'
import pg from 'pg'
import type { Purpose, Value } from '../database.ts'
import type { ConnectionSettings, ServerAddress } from './connection-url.ts'

/** How long the client waits beyond the server's own statement timeout. */
const RESPONSE_GRACE_MS = 1000
const KEEP_ALIVE_AFTER_MS = 10_000

/** These settings let the server notice within 25 s that a client has vanished. On a Unix socket, they have no effect. */
const KEEP_ALIVE = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
}
/** How long a client may pause within a transaction that writes, for which others wait. An import may send rows slowly. */
const IDLE_IN_TRANSACTION_MS = { 'server-write': 10_000, write: 60_000, create: 60_000 }

const { BOOL, INT2, INT4, INT8, FLOAT8 } = pg.types.builtins
const NUMBERS = new Set<number>([INT2, INT4, INT8, FLOAT8])

/** How long a read waits for a response. An available server responds by then, at least with an error. */
export function responseTimeoutMs({ statementTimeoutMs }: ConnectionSettings): number {
  return statementTimeoutMs + RESPONSE_GRACE_MS
}

/** The response timeout for a purpose; undefined if there is none, such as for an import. */
export function queryTimeoutMs(settings: ConnectionSettings, purpose: Purpose): number | undefined {
  return purpose === 'read' || purpose === 'server-write' ? responseTimeoutMs(settings) : undefined
}

/** The driver's options for the connections to a server. @param sockets contains every socket while it is open */
export function toConnectionOptions(
  address: ServerAddress,
  settings: ConnectionSettings,
  purpose: Purpose,
  sockets: Set<Socket>,
): pg.ClientConfig {
  const { user, password, database, tls, connectTimeoutMs } = settings
  const limitMs = queryTimeoutMs(settings, purpose)
  return {
    ...address,
    user,
    database,
    password,
    ssl: tls ?? false,
    pipeline: true,
    types: { getTypeParser: parserOf },
    application_name: 'signage',
    options: sessionSettings(settings, purpose),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    stream: () => trackedSocket(sockets),
    ...(limitMs && { query_timeout: limitMs }),
  }
}

/** The settings of a session. Some limit how long a statement takes, and how long a transaction that writes may pause. */
function sessionSettings(settings: ConnectionSettings, purpose: Purpose): string {
  const values = {
    ...KEEP_ALIVE,
    ...(purpose === 'read'
      ? { default_transaction_read_only: 'on' }
      : { idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS[purpose] }),
    ...(queryTimeoutMs(settings, purpose) && { statement_timeout: settings.statementTimeoutMs }),
  }
  return Object.entries(values)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

/** How to parse a column of a type: booleans and numbers as SQLite returns them, all others as text. */
function parserOf(type: number): (text: string) => Value {
  if (type === BOOL) return (text) => (text === 't' ? 1 : 0)
  return NUMBERS.has(type) ? Number : String
}

function trackedSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket()
  sockets.add(socket)
  return socket.once('close', () => sockets.delete(socket))
}
