import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Purpose, StorageUnavailableError, type Value } from '../database.ts'
import { LastingConnection, toConfig } from './connection.ts'
import { prepare } from './dialect.ts'
import { createNotices } from './notices.ts'
import { type Role, roleOf } from './role.ts'
import type { Address, Settings } from './settings.ts'

export type StoredRow = Record<string, Value>

/** One PostgreSQL server, and the connections to it; they are made when they are needed, and anew when lost. */
export interface Server {
  /** The rows of a query. All queries share one connection, on which none waits for the answer to another. */
  readonly query: (sql: string, parameters: readonly Value[]) => Promise<StoredRow[]>
  /** Runs work on a connection that it has to itself. */
  readonly lease: <Result>(work: (client: pg.ClientBase) => Promise<Result>) => Promise<Result>
  /** Makes sure that the listener is called when the data changes; a standby cannot tell. */
  readonly hear: (listener: () => void) => Promise<void>
  /** What the server is at this moment. */
  readonly role: () => Promise<Role>
  /** Cuts all connections: whoever waits for an answer stops waiting. */
  readonly abandon: () => void
  readonly close: () => Promise<void>
}

/** A server that is asked what it is has to answer within this time. */
const ROLE_TIMEOUT_MS = 1000
/** How long work waits for a connection while all are in use. */
const LEASE_TIMEOUT_MS = 500
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
  const pool = new pg.Pool({ ...config, max: settings.poolSize })
  // Without listeners an error would end the process. Whoever waits for an answer is told as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})

  function cutAll(): void {
    for (const socket of sockets) socket.destroy()
  }

  return {
    async query(sql, parameters) {
      const question = { ...prepare(sql), values: parameters.map(toBindable) }
      const { rows } = await shared.use((client) => client.query<StoredRow>(question))
      return rows
    },
    async lease(work) {
      const client = await leaseFrom(pool)
      try {
        const result = await work(client)
        client.release()
        return result
      } catch (error) {
        // What state it is in nobody knows.
        client.release(true)
        throw error
      }
    },
    hear: notices.hear,
    role: () => watch.use(roleOf),
    abandon: cutAll,
    async close() {
      const ending = Promise.all([shared.close(), watch.close(), notices.close(), pool.end()])
      await Promise.race([ending, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      cutAll()
    },
  }
}

/** Text with a NUL is refused by the server; like NULL it equals nothing that is stored. */
function toBindable(value: Value): Value {
  return typeof value === 'string' && value.includes('\0') ? null : value
}

/** @throws {StorageUnavailableError} if all connections stay in use */
async function leaseFrom(pool: pg.Pool): Promise<pg.PoolClient> {
  const isExhausted = pool.idleCount === 0 && pool.totalCount >= pool.options.max
  const leasing = pool.connect()
  if (!isExhausted) return leasing
  const client = await Promise.race([leasing, sleep(LEASE_TIMEOUT_MS, undefined, { ref: false })])
  if (client) return client
  leasing.then(
    (late) => late.release(),
    () => {},
  )
  throw new StorageUnavailableError('The database cannot be used: all connections to it are in use.')
}
