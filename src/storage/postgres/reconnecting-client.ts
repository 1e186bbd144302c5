import pg from 'pg'
import type { Sessions } from './sessions.ts'

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
