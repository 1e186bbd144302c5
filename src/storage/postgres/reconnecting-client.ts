import pg from 'pg'

/**
 * A connection that is made on first use, and again after it was lost.
 * @param onLost called when the connection is lost, also while nothing uses it
 */
export function createReconnectingClient(config: pg.ClientConfig, onLost = () => {}) {
  let client: pg.Client | undefined
  let connected: Promise<pg.Client> | undefined

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client(config)
    client = made
    // Without a listener, an error would end the process. Pending queries are rejected separately.
    made.on('error', () => lose(made))
    made.on('end', () => lose(made))
    try {
      await made.connect()
      return made
    } catch (error) {
      lose(made)
      made.connection.stream.destroy()
      throw error
    }
  }

  /** Does nothing if the client was already released, because the end of a connection may be reported late. */
  function lose(lost: pg.Client): void {
    if (client !== lost) return
    forget()
    onLost()
  }

  function forget(): pg.Client | undefined {
    const forgotten = client
    client = undefined
    connected = undefined
    return forgotten
  }

  return {
    /** Runs work on the connection. If it was lost before, a new one is made. */
    async use<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
      connected ??= connect()
      return work(await connected)
    },
    /** Lets go of the connection: later work gets a new one. The promise resolves when the old one is closed. */
    async release(): Promise<void> {
      await forget()?.end()
    },
    /** Closes the connection at once. Work in progress is rejected. */
    destroy(): void {
      forget()?.connection.stream.destroy()
    },
  }
}
