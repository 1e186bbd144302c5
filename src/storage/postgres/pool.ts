import pg from 'pg'
import { isConnectionLost, isOutOfConnections, storageUnavailable } from './errors.ts'

/** As many as the default of MAX_CONNECTIONS. Each takes a few kilobytes while it waits. */
const MAX_WAITING = 10_000
/** How long a pool uses fewer connections if the server has no more. */
const FULL_PAUSE_MS = 1000

type Reject = (reason: Error) => void

/**
 * A pool of connections. Each work item uses one connection exclusively, and waits while all are in use.
 *
 * After an import, a whole fleet of screens may request trees that are not cached. A late response is better than a 503, so work
 * waits as long as the queue moves. If the queue stalls, or a connection cannot be made, the pool is closed: all work that waits
 * is rejected, and new work needs another pool.
 * @param size the maximum number of connections
 * @param stallTimeoutMs how long work waits if no other work succeeds meanwhile
 */
export function createPool(config: pg.ClientConfig, size: number, stallTimeoutMs: number) {
  const pool = new pg.Pool({ max: size, Client: clientOf(config) })
  const waiting = new Set<Reject>()
  let connectedCount = 0
  let stallTimer: NodeJS.Timeout | undefined
  let failure: Error | undefined
  // Without listeners, an error would end the process. Pending queries are rejected separately.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  pool.on('connect', () => connectedCount++)
  pool.on('remove', () => connectedCount--)

  /** Rejects all work that waits for a connection. Work in progress continues. The promise resolves when that work has ended. */
  async function giveUp(reason: Error): Promise<void> {
    if (failure) return
    failure = reason
    for (const reject of waiting) reject(reason)
    waiting.clear()
    clearTimeout(stallTimer)
    await pool.end()
  }

  async function acquire(): Promise<pg.PoolClient> {
    if (failure) throw failure
    if (pool.waitingCount >= MAX_WAITING)
      throw storageUnavailable('too many requests are waiting for a connection')
    try {
      return await connect()
    } catch (error) {
      if (isOutOfConnections(error) && connectedCount > 0) return useFewerConnections()
      if (isConnectionLost(error)) giveUp(error)
      throw error
    }
  }

  /** Rejects waiting work when the queue stalls, which the pool of the driver cannot do. */
  function connect(): Promise<pg.PoolClient> {
    stallTimer ??= setTimeout(() => giveUp(storageUnavailable('no connection became free')), stallTimeoutMs)
    return new Promise((resolve, reject) => {
      const connecting = pool.connect()
      waiting.add(reject)
      connecting
        .then((client) => (waiting.has(reject) ? resolve(client) : client.release()), reject)
        .finally(() => stopWaiting(reject))
    })
  }

  function stopWaiting(reject: Reject): void {
    waiting.delete(reject)
    if (waiting.size > 0) return
    clearTimeout(stallTimer)
    stallTimer = undefined
  }

  /** Waits for one of the existing connections. After `FULL_PAUSE_MS`, it asks the server for more again. */
  function useFewerConnections(): Promise<pg.PoolClient> {
    pool.options.max = connectedCount
    setTimeout(() => {
      pool.options.max = size
    }, FULL_PAUSE_MS).unref()
    return acquire()
  }

  return {
    isGivenUp: () => failure !== undefined,
    giveUp,
    /**
     * Runs work on a connection as soon as one is free.
     * @throws {StorageUnavailableError} if none becomes free, or too much work waits for one
     */
    async withClient<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
      const client = await acquire()
      try {
        const result = await work(client)
        client.release()
        stallTimer?.refresh()
        return result
      } catch (error) {
        // The state of the connection is unknown, so it is not used again.
        client.release(true)
        throw error
      }
    },
  }
}

/** Sets the options here, because the pool would apply the time limit for connecting to waiting work, too. */
function clientOf(config: pg.ClientConfig): new () => pg.Client {
  return class extends pg.Client {
    constructor() {
      super(config)
    }
  }
}
