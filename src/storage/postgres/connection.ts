import { Socket } from 'node:net'
import pg from 'pg'
import type { Purpose, Value } from '../database.ts'
import type { Address, ConnectionSettings } from './connection-url.ts'

/** How long the client waits beyond the server's own statement timeout. */
const RESPONSE_GRACE_MS = 1000
const KEEP_ALIVE_AFTER_MS = 10_000

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

/** The driver's options for a server. @param sockets contains every socket while it is open */
export function toConfig(
  address: Address,
  settings: ConnectionSettings,
  purpose: Purpose,
  sockets: Set<Socket>,
): pg.ClientConfig {
  const { user, password, database, tls, statementTimeoutMs, connectTimeoutMs } = settings
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
    ...(purpose === 'read' ? { options: '-c default_transaction_read_only=on' } : {}),
    ...(limitMs && { statement_timeout: statementTimeoutMs, query_timeout: limitMs }),
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
  readonly #config: pg.ClientConfig
  #client: pg.Client | undefined
  #connected: Promise<pg.Client> | undefined

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  /** Runs work on the connection. If it was lost before, a new one is made. */
  async use<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    this.#connected ??= this.#connect()
    return work(await this.#connected)
  }

  async close(): Promise<void> {
    await this.#client?.end()
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config)
    this.#client = client
    // Without a listener, an error would end the process. Pending queries are rejected separately.
    client.on('error', () => this.#forget(client))
    client.on('end', () => this.#forget(client))
    try {
      await client.connect()
      return client
    } catch (error) {
      this.#forget(client)
      throw error
    }
  }

  /** Does nothing if the client was already replaced: the end of a connection may be reported late. */
  #forget(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#connected = undefined
  }
}
