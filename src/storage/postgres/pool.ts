import pg from 'pg'
import { StorageUnavailableError } from '../database.ts'
import { isLost, isUnanswered } from './errors.ts'

/** As many as the default of MAX_CONNECTIONS. Each takes a few kilobytes while it waits. */
const MAX_WAITING = 10_000
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
export function createPool(config: pg.ClientConfig, size: number, stallTimeoutMs: number) {
  const pool = new pg.Pool({ ...config, max: size })
  const queue = new Set<{ resolve: () => void; reject: (reason: Error) => void }>()
  let freeCount = size
  let stallTimer: NodeJS.Timeout | undefined
  let isClosed = false
  // Without listeners, an error would end the process. Pending queries are rejected separately.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})

  async function enter(): Promise<void> {
    if (freeCount > 0) {
      freeCount--
      return
    }
    if (queue.size >= MAX_WAITING) throw unavailable('too many requests are waiting for a connection')
    stallTimer ??= setTimeout(() => rejectWaiting(unavailable('no connection became free')), stallTimeoutMs)
    await new Promise<void>((resolve, reject) => queue.add({ resolve, reject }))
  }

  function leave(): void {
    const [next] = queue
    if (next === undefined) freeCount++
    else queue.delete(next)
    next?.resolve()
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

  async function run<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
    if (isClosed) throw new StorageUnavailableError(CLOSED)
    const client = await pool.connect().catch((error) => {
      if (isLost(error)) rejectWaiting(error)
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

  return {
    /**
     * Runs work on a connection as soon as one is free.
     * @throws {StorageUnavailableError} if no connection becomes free
     */
    async withClient<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
      await enter()
      try {
        return await run(work)
      } finally {
        leave()
      }
    },
    rejectWaiting,
    async close() {
      isClosed = true
      rejectWaiting(new StorageUnavailableError(CLOSED))
      await pool.end()
    },
  }
}

function unavailable(reason: string): StorageUnavailableError {
  return new StorageUnavailableError(`The database cannot be used: ${reason}.`)
}
