import { Socket } from 'node:net'
import pg from 'pg'
import type { Purpose } from '../database.ts'
import type { Address, Settings } from './connection-url.ts'
import { isLost } from './errors.ts'
import { types } from './values.ts'

/** What is added to the server's own time limit before an answer is given up. */
const ANSWER_GRACE_MS = 1000
const KEEP_ALIVE_AFTER_MS = 10_000

/** How long a reader waits for an answer: a server that is there has answered by then, if only with a refusal. */
export function answerTimeoutMs({ statementTimeoutMs }: Settings): number {
  return statementTimeoutMs + ANSWER_GRACE_MS
}

/** How the driver connects to a server. @param sockets is given every socket that is opened, for as long as it is */
export function toConfig(
  { host, port }: Address,
  settings: Settings,
  purpose: Purpose,
  sockets: Set<Socket>,
): pg.ClientConfig {
  const { user, password, database, tls, statementTimeoutMs, connectTimeoutMs } = settings
  return {
    host,
    port,
    user,
    database,
    ...(password === undefined ? {} : { password }),
    ssl: tls ?? false,
    pipeline: true,
    types,
    application_name: 'signage',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    stream: () => trackedSocket(sockets),
    // An import may take its time; an answer may not.
    ...(purpose === 'read'
      ? {
          options: '-c default_transaction_read_only=on',
          statement_timeout: statementTimeoutMs,
          query_timeout: answerTimeoutMs(settings),
        }
      : {}),
  }
}

function trackedSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket()
  sockets.add(socket)
  return socket.once('close', () => sockets.delete(socket))
}

/** One connection that is made when it is first needed, and anew when it was lost. */
export class LastingConnection {
  readonly #config: pg.ClientConfig
  #client: pg.Client | undefined
  #connected: Promise<pg.Client> | undefined

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  /** Runs work on the connection. Nobody who comes later meets the same one if it is lost meanwhile. */
  async use<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    this.#connected ??= this.#connect()
    const client = await this.#connected
    try {
      return await work(client)
    } catch (error) {
      if (isLost(error)) {
        this.#forget(client)
        client.end().catch(() => {})
      }
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#client?.end()
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config)
    this.#client = client
    // Without a listener an error would end the process. Whoever waits for an answer is told as well.
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

  /** The end of a connection may be told late, when there is another already. */
  #forget(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#connected = undefined
  }
}
