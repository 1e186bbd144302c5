import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ConnectionLostError } from './errors.ts'
import { createReconnectingClient } from './reconnecting-client.ts'
import type { ServerState } from './server-state.ts'

/** How long each of two attempts to connect or to get an answer may take. After the second, the server counts as lost. */
const ANSWER_TIMEOUT_MS = 1000

const SILENT = 'the server does not answer: connection timeout'
const DESTROYED = 'the connection was closed'

/**
 * Inspects a server over a separate connection. Without an answer, it tries once more over a new one, because the network or the
 * server may have dropped the old one.
 * @param onDeadConnections called if a new connection works while the old one is silent
 * @param onLost called when the connection is lost, which may be long before the next inspection
 */
export function createServerMonitor(
  config: pg.ClientConfig,
  readState: (client: pg.ClientBase) => Promise<ServerState>,
  onDeadConnections: () => void,
  onLost = () => {},
) {
  let connection = createReconnectingClient(config, onLost)
  let isServerFull = false
  let isDestroyed = false

  async function inspectAgain(isSilent: () => boolean): Promise<ServerState> {
    // A new connection would keep the process running.
    if (isDestroyed) throw new ConnectionLostError(DESTROYED)
    const old = connection
    connection = createReconnectingClient(config, onLost)
    try {
      const state = await inTime(connection.use(readState))
      // If the server only paused, it has answered on the old connection by now, too. Otherwise, that connection is dead.
      if (isSilent()) onDeadConnections()
      return state
    } finally {
      old.destroy()
    }
  }

  return {
    /** @throws {Error} an error of the driver if the server does not answer */
    async inspect(): Promise<ServerState> {
      let isSilent = true
      const asking = connection.use(readState).finally(() => {
        isSilent = false
      })
      const state = await inTime(asking).catch(() => inspectAgain(() => isSilent))
      if (isServerFull) connection.destroy()
      return state
    },
    /**
     * Call this when the server runs out of connections, and when it has free ones again. While the server has none, the monitor closes
     * its own connection after each inspection.
     */
    setServerFull(isOutOfConnections: boolean) {
      isServerFull = isOutOfConnections
      if (isOutOfConnections) connection.destroy()
    },
    /** Closes the connection. An inspection in progress is rejected, and not repeated. */
    destroy() {
      isDestroyed = true
      connection.destroy()
    },
  }
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const silence = sleep(ANSWER_TIMEOUT_MS, undefined, { ref: false }).then(() =>
    Promise.reject(new ConnectionLostError(SILENT)),
  )
  return Promise.race([work, silence])
}
