import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Purpose, Value } from '../database.ts'
import { ReconnectingClient, responseTimeoutMs, toConfig } from './connection.ts'
import type { Address, ConnectionSettings } from './connection-url.ts'
import { prepare } from './dialect.ts'
import { createPool } from './pool.ts'
import { type Role, roleOf } from './role.ts'

export type StoredRow = Record<string, Value>

/** One PostgreSQL server and its connections, which are made on first use, and again after they were lost. */
export interface Server {
  /** Runs a query. All queries share one connection; they are sent at once and answered in order. */
  readonly query: (sql: string, parameters: readonly Value[]) => Promise<StoredRow[]>
  /** Runs work on a connection of its own, as soon as one is free. */
  readonly withClient: <Result>(work: (client: pg.ClientBase) => Promise<Result>) => Promise<Result>
  /** The current role of the server. */
  readonly role: () => Promise<Role>
  /** Destroys all connections. Pending queries and work that waits for a connection are rejected. */
  readonly destroyConnections: () => void
  readonly close: () => Promise<void>
}

/** Time limit for a query of the server's role. */
const ROLE_TIMEOUT_MS = 1000
/** How long to wait for connections to close. */
const CLOSE_TIMEOUT_MS = 1000

/** @param purpose connections for reading cannot write */
export function createServer(address: Address, settings: ConnectionSettings, purpose: Purpose): Server {
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
  const pool = createPool(config, { size: settings.poolSize, stallTimeoutMs })

  function destroySockets(): void {
    for (const socket of sockets) socket.destroy()
  }

  return {
    async query(sql, parameters) {
      const query = { ...prepare(sql), values: parameters.map(toBindable) }
      const { rows } = await shared.use((client) => client.query<StoredRow>(query))
      return rows
    },
    withClient: pool.withClient,
    role: () => watch.use(roleOf),
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

/** The server rejects text with a NUL. Such text equals no stored value, and neither does NULL. */
function toBindable(value: Value): Value {
  return typeof value === 'string' && value.includes('\0') ? null : value
}
