import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Purpose, Value } from '../database.ts'
import { answerTimeoutMs, LastingConnection, toConfig } from './connection.ts'
import type { Address, Settings } from './connection-url.ts'
import { prepare } from './dialect.ts'
import { createNotices } from './notifications.ts'
import { createPool } from './pool.ts'
import { type Role, roleOf } from './role.ts'

export type StoredRow = Record<string, Value>

/** One PostgreSQL server, and the connections to it; they are made when they are needed, and anew when lost. */
export interface Server {
  /** The rows of a query. All queries share one connection, on which they are sent at once and answered in order. */
  readonly query: (sql: string, parameters: readonly Value[]) => Promise<StoredRow[]>
  /** Runs work on a connection that it has to itself, once one is free. */
  readonly lease: <Result>(work: (client: pg.ClientBase) => Promise<Result>) => Promise<Result>
  /** Makes sure that the listener is called when the data changes; a standby cannot tell. */
  readonly hear: (listener: () => void) => Promise<void>
  /** What the server is at this moment. */
  readonly role: () => Promise<Role>
  /** Cuts all connections: whoever waits for an answer, or for a connection, stops waiting. */
  readonly abandon: () => void
  readonly close: () => Promise<void>
}

/** A server that is asked what it is has to answer within this time. */
const ROLE_TIMEOUT_MS = 1000
/** How long a server may take to say goodbye. */
const CLOSE_TIMEOUT_MS = 1000

/** @param purpose a connection for reading cannot write */
export function createServer(address: Address, settings: Settings, purpose: Purpose): Server {
  const sockets = new Set<Socket>()
  const config = toConfig(address, settings, purpose, sockets)
  const shared = new LastingConnection(config)
  const watch = new LastingConnection({
    ...config,
    connectionTimeoutMillis: ROLE_TIMEOUT_MS,
    query_timeout: ROLE_TIMEOUT_MS,
  })
  const notices = createNotices(new LastingConnection(config))
  // Longer than it takes to find out that the server is away, so that this is what waiting work is told.
  const stallTimeoutMs = settings.connectTimeoutMs + answerTimeoutMs(settings)
  const pool = createPool(config, { size: settings.poolSize, stallTimeoutMs })

  function cutAll(): void {
    for (const socket of sockets) socket.destroy()
  }

  return {
    async query(sql, parameters) {
      const question = { ...prepare(sql), values: parameters.map(toBindable) }
      const { rows } = await shared.use((client) => client.query<StoredRow>(question))
      return rows
    },
    lease: pool.lease,
    hear: notices.hear,
    role: () => watch.use(roleOf),
    abandon() {
      pool.rejectWaiting(new Error('The connection was given up: another server is in use.'))
      cutAll()
    },
    async close() {
      const ending = Promise.all([shared.close(), watch.close(), notices.close(), pool.close()])
      await Promise.race([ending, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      cutAll()
    },
  }
}

/** Text with a NUL is refused by the server; like NULL it equals nothing that is stored. */
function toBindable(value: Value): Value {
  return typeof value === 'string' && value.includes('\0') ? null : value
}
