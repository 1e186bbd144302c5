import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Purpose, StoredRow, Value } from '../database.ts'
import { ReconnectingClient, responseTimeoutMs, toConfig } from './connection.ts'
import type { Address, ConnectionSettings } from './connection-url.ts'
import { prepareRead } from './dialect.ts'
import { createPool } from './pool.ts'

export type Server = ReturnType<typeof createServer>
export type Role = 'primary' | 'standby'

/** Time limit for a query of the server's role. */
const ROLE_TIMEOUT_MS = 1000
/** How long to wait for connections to close. */
const CLOSE_TIMEOUT_MS = 1000

/**
 * One PostgreSQL server and its connections, which are made on first use, and again after they were lost.
 * @param purpose connections for reading cannot write
 */
export function createServer(address: Address, settings: ConnectionSettings, purpose: Purpose) {
  const sockets = new Set<Socket>()
  const config = toConfig(address, settings, purpose, sockets)
  const shared = new ReconnectingClient(config)
  const watch = new ReconnectingClient({
    ...config,
    connectionTimeoutMillis: ROLE_TIMEOUT_MS,
    query_timeout: ROLE_TIMEOUT_MS,
  })
  // Longer than it takes to detect an unavailable server, so that waiting work is rejected with that error.
  const stallTimeoutMs = settings.connectTimeoutMs + responseTimeoutMs(settings)
  const pool = createPool(config, settings.poolSize, stallTimeoutMs)

  function destroySockets(): void {
    for (const socket of sockets) socket.destroy()
  }

  return {
    /** Runs a query. All queries share one connection; they are sent at once and answered in order. */
    async query(sql: string, parameters: readonly Value[]): Promise<StoredRow[]> {
      const query = prepareRead(sql, parameters)
      const { rows } = await shared.use((client) => client.query<StoredRow>(query))
      return rows
    },
    /** Runs work on a connection of its own, as soon as one is free. */
    withClient: pool.withClient,
    role: () => watch.use(roleOf),
    /** Destroys all connections. Pending queries and work that waits for a connection are rejected. */
    destroyConnections() {
      pool.rejectWaiting(new Error('The connection was closed: another server is in use.'))
      destroySockets()
    },
    async close() {
      const ending = Promise.all([shared.close(), watch.close(), pool.close()])
      await Promise.race([ending, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      destroySockets()
    },
  }
}

async function roleOf(client: pg.Client): Promise<Role> {
  const { rows } = await client.query<StoredRow>('SELECT pg_is_in_recovery() AS standby')
  return rows[0]?.['standby'] === 1 ? 'standby' : 'primary'
}
