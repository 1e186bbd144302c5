import { Socket } from 'node:net'
import pg from 'pg'
import type { Purpose, Value } from '../database.ts'
import type { ConnectionSettings, ServerAddress } from './connection-url.ts'
import { createSessions, type Sessions, type Settings } from './sessions.ts'

/** How long the client waits beyond the server's own statement timeout. */
const RESPONSE_GRACE_MS = 1000
const KEEP_ALIVE_AFTER_MS = 10_000

/** Lets the server notice within 25 s that a client has vanished. Over a Unix socket these have no effect. */
const KEEP_ALIVE = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
}
/**
 * How long a client may pause within a transaction that writes, in which others wait for its lock. A command may be slow to send
 * what it imports.
 */
const IDLE_IN_TRANSACTION_MS = { 'server-write': 10_000, write: 60_000, create: 60_000 }

const { BOOL, INT2, INT4, INT8, FLOAT8 } = pg.types.builtins
const NUMBERS = new Set<number>([INT2, INT4, INT8, FLOAT8])

/** How long a read waits for a response. An available server responds by then, at least with an error. */
export function responseTimeoutMs({ statementTimeoutMs }: ConnectionSettings): number {
  return statementTimeoutMs + RESPONSE_GRACE_MS
}

/** The same for a connection with a purpose. A request has a time limit; an import may take any time. */
export function queryTimeoutMs(settings: ConnectionSettings, purpose: Purpose): number | undefined {
  return purpose === 'read' || purpose === 'server-write' ? responseTimeoutMs(settings) : undefined
}

/** The sessions of a server. @param sockets contains every socket while it is open */
export function toSessions(
  address: ServerAddress,
  settings: ConnectionSettings,
  purpose: Purpose,
  sockets: Set<Socket>,
): Sessions {
  const isReadOnly = purpose === 'read' ? { default_transaction_read_only: 'on' } : {}
  const config = toConfig(address, settings, purpose, sockets)
  return createSessions(config, transactionSettings(settings, purpose), { ...KEEP_ALIVE, ...isReadOnly })
}

function toConfig(
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
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    stream: () => trackedSocket(sockets),
    ...(limitMs && { query_timeout: limitMs }),
  }
}

/** How long the server lets a statement, and a transaction that writes, wait. */
function transactionSettings(settings: ConnectionSettings, purpose: Purpose): Settings {
  return {
    ...(queryTimeoutMs(settings, purpose) && { statement_timeout: settings.statementTimeoutMs }),
    ...(purpose !== 'read' && { idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS[purpose] }),
  }
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

/** A connection that is made on first use, and again after it was lost. */
export class ReconnectingClient {
  readonly #sessions: Sessions
  readonly #onLost: () => void
  #client: pg.Client | undefined
  #connected: Promise<pg.Client> | undefined

  /** @param onLost called when the connection is lost, also while nothing uses it */
  constructor(sessions: Sessions, onLost = () => {}) {
    this.#sessions = sessions
    this.#onLost = onLost
  }

  /** Runs work on the connection. If it was lost before, a new one is made. */
  async use<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    this.#connected ??= this.#connect()
    return work(await this.#connected)
  }

  /** Uses a new connection from now on. Work in progress continues on the old one. @returns when that has ended */
  async replace(): Promise<void> {
    await this.#forget()?.end()
  }

  /** Closes the connection at once. Work in progress is rejected. */
  destroy(): void {
    this.#forget()?.connection.stream.destroy()
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#sessions.config())
    this.#client = client
    // Without a listener, an error would end the process. Pending queries are rejected separately.
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    try {
      await client.connect()
      await this.#sessions.inspect(client)
      return client
    } catch (error) {
      const isRefusal = this.#client === client && this.#sessions.isRefusal(error)
      if (!isRefusal) this.#lose(client)
      client.connection.stream.destroy()
      if (isRefusal) return this.#connect()
      throw error
    }
  }

  /** Does nothing if the client was already replaced: the end of a connection may be reported late. */
  #lose(client: pg.Client): void {
    if (this.#client !== client) return
    this.#forget()
    this.#onLost()
  }

  #forget(): pg.Client | undefined {
    const client = this.#client
    this.#client = undefined
    this.#connected = undefined
    return client
  }
}
