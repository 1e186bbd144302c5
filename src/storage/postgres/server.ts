import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Purpose, type Query, StorageUnavailableError, type StoredRow } from '../database.ts'
import { queryRows } from './batch.ts'
import { queryTimeoutMs, responseTimeoutMs, toConnectionOptions } from './connection-options.ts'
import type { ConnectionSettings, ServerAddress } from './connection-url.ts'
import { ConnectionLostError, isOutOfConnections, isQueryTimeout } from './errors.ts'
import { createPool } from './pool.ts'
import { createReconnectingClient } from './reconnecting-client.ts'
import { createServerMonitor } from './server-monitor.ts'
import type { ServerState } from './server-state.ts'

export type PostgresServer = ReturnType<typeof createPostgresServer>

export const CLOSED = 'The database was closed.'
const OTHER_IN_USE = 'The connection was closed: another server is in use.'
const DEAD = 'The connection was closed: it does not answer, but a new one does.'
/** How long connections may take to close. */
const CLOSE_TIMEOUT_MS = 200

export interface MonitorOptions {
  readonly readState: (client: pg.ClientBase) => Promise<ServerState>
  /** Called if its state may have changed since the last inspection. */
  readonly onLost?: (() => void) | undefined
}

/**
 * One PostgreSQL server and its connections, which are made on first use, and again after they were lost.
 * @param purpose connections for reading cannot write
 */
export function createPostgresServer(
  address: ServerAddress,
  settings: ConnectionSettings,
  purpose: Purpose,
  { readState, onLost }: MonitorOptions,
) {
  const sockets = new Set<Socket>()
  const config = toConnectionOptions(address, settings, purpose, sockets)
  const sharedConnection = createReconnectingClient(config)
  const monitor = createServerMonitor(
    // The monitor has its own time limit.
    toConnectionOptions(address, { ...settings, connectTimeoutMs: 0 }, purpose, new Set()),
    readState,
    () => replaceConnections(new ConnectionLostError(DEAD)),
    onLost,
  )
  let pool = newPool()

  function newPool() {
    // Longer than it takes to detect an unavailable server, so that waiting work is rejected with that error.
    const stallTimeoutMs = settings.connectTimeoutMs + responseTimeoutMs(settings)
    return createPool(config, settings.poolSize, stallTimeoutMs)
  }

  /** Rejects all work, also work that waits for a connection. */
  function destroyConnections(reason: Error = new ConnectionLostError(OTHER_IN_USE)): void {
    pool.giveUp(reason)
    for (const socket of sockets) socket.destroy()
  }

  /** Uses new connections, and rejects work on the old ones, which is retried. Commands continue: they may take any time. */
  function replaceConnections(reason: Error): void {
    sharedConnection.release()
    if (queryTimeoutMs(settings, purpose)) destroyConnections(reason)
    else pool.giveUp(reason)
  }

  async function reportingFaults<Result>(work: Promise<Result>): Promise<Result> {
    try {
      const result = await work
      monitor.setServerFull(false)
      return result
    } catch (error) {
      if (isQueryTimeout(error)) replaceConnections(error)
      if (isOutOfConnections(error)) monitor.setServerFull(true)
      throw error
    }
  }

  return {
    name: `${address.host}:${address.port}`,
    /** Runs a query. All queries share one connection; they are sent at once and answered in order. */
    async query(query: Query): Promise<StoredRow[]> {
      return reportingFaults(sharedConnection.use((client) => queryRows(client, query)))
    },
    /** Runs work on a connection of its own, as soon as one is free. */
    async withClient<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
      if (pool.isGivenUp()) pool = newPool()
      return reportingFaults(pool.withClient(work))
    },
    inspect: monitor.inspect,
    destroyConnections,
    /** Rejects work that does not end within `CLOSE_TIMEOUT_MS`. */
    async close() {
      monitor.destroy()
      const reason = new StorageUnavailableError(CLOSED)
      const ending = Promise.all([sharedConnection.release(), pool.giveUp(reason)])
      await Promise.race([ending, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      destroyConnections(reason)
    },
  }
}
