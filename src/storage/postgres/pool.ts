import pg from 'pg'
import { StorageUnavailableError } from '../database.ts'
import { isFull, isLost, isUnanswered } from './errors.ts'

/** As many as the default of MAX_CONNECTIONS. Each takes a few kilobytes while it waits. */
const MAX_WAITING = 10_000
/** How long a pool makes do with fewer connections if the server has no more. */
const FULL_PAUSE_MS = 1000
const CLOSED = 'The database was closed.'

/**
 * A pool of connections. Each work item uses one connection exclusively, and waits while all are in use.
 *
 * If all connections are in use, the database is not necessarily unavailable. After an import, a whole fleet
 * of screens may request trees that are not cached yet. For a screen a late response is better than a 503, so
 * work waits as long as the queue moves. Waiting work is rejected if the queue stalls. New work is rejected
 * if the queue is full. If the database is unavailable, everything in the queue is rejected as soon as one
 * connection attempt fails or one query gets no response.
 * @param size the maximum number of connections
 * @param stallTimeoutMs how long work waits while no connection is returned by work that succeeded
 */
export function createPool(config: pg.PoolConfig, size: number, stallTimeoutMs: number) {
  const queue = new Set<{ resolve: () => void; reject: (reason: Error) => void }>()
  let pool = connectionsFor(config, size)
  let busyCount = 0
  let limit = size
  let stallTimer: NodeJS.Timeout | undefined
  let isClosed = false

  async function enter(): Promise<void> {
    if (busyCount < limit) {
      busyCount++
      return
    }
    if (queue.size >= MAX_WAITING) throw unavailable('too many requests are waiting for a connection')
    stallTimer ??= setTimeout(() => rejectWaiting(unavailable('no connection became free')), stallTimeoutMs)
    await new Promise<void>((resolve, reject) => queue.add({ resolve, reject }))
  }

  function leave(): void {
    busyCount--
    admitWaiting()
  }

  function admitWaiting(): void {
    for (const next of queue) {
      if (busyCount >= limit) return
      queue.delete(next)
      busyCount++
      next.resolve()
    }
    if (queue.size === 0) stopStallTimer()
  }

  /** Rejects all work that is waiting for a connection. */
  function rejectWaiting(reason: Error): void {
    for (const { reject } of queue) reject(reason)
    queue.clear()
    stopStallTimer()
  }

  function stopStallTimer(): void {
    clearTimeout(stallTimer)
    stallTimer = undefined
  }

  /** For a while, makes do with the connections that there are. @returns false if there is none */
  function makeDo(): boolean {
    if (busyCount <= 1) return false
    if (limit === size) setTimeout(tryAllAgain, FULL_PAUSE_MS).unref()
    limit = busyCount - 1
    return true
  }

  function tryAllAgain(): void {
    limit = size
    admitWaiting()
  }

  async function run<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
    if (isClosed) throw new StorageUnavailableError(CLOSED)
    const client = await pool.connect().catch((error) => {
      if (isLost(error) && !isFull(error)) rejectWaiting(error)
      throw error
    })
    try {
      const result = await work(client)
      client.release()
      stallTimer?.refresh()
      return result
    } catch (error) {
      // The state of the connection is unknown, so it is not used again.
      client.release(true)
      if (isUnanswered(error)) rejectWaiting(error)
      throw error
    }
  }

  /**
   * Runs work on a connection as soon as one is free.
   * @throws {StorageUnavailableError} if no connection becomes free
   */
  async function withClient<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
    await enter()
    try {
      return await run(work)
    } catch (error) {
      if (!isFull(error)) throw error
      if (!makeDo()) {
        rejectWaiting(error)
        throw error
      }
    } finally {
      leave()
    }
    return withClient(work)
  }

  return {
    withClient,
    rejectWaiting,
    /** Uses new connections from now on. Work in progress continues on the old ones. */
    replaceConnections() {
      pool.end().catch(() => {})
      pool = connectionsFor(config, size)
    },
    async close() {
      isClosed = true
      rejectWaiting(new StorageUnavailableError(CLOSED))
      await pool.end()
    },
  }
}

function connectionsFor(config: pg.PoolConfig, size: number): pg.Pool {
  const pool = new pg.Pool({ ...config, max: size })
  // Without listeners, an error would end the process. Pending queries are rejected separately.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}

function unavailable(reason: string): StorageUnavailableError {
  return new StorageUnavailableError(`The database cannot be used: ${reason}.`)
}
