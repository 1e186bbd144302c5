import pg from 'pg'
import { StorageUnavailableError } from '../database.ts'
import { isFull, isLost } from './errors.ts'
import type { Sessions } from './sessions.ts'

/** As many as the default of MAX_CONNECTIONS. Each takes a few kilobytes while it waits. */
const MAX_WAITING = 10_000
/** How long a pool makes do with fewer connections if the server has no more. */
const FULL_PAUSE_MS = 1000

type Reject = (reason: Error) => void

/**
 * A pool of connections. Each work item uses one connection exclusively, and waits while all are in use.
 *
 * If all connections are in use, the database is not necessarily unavailable. After an import, a whole fleet
 * of screens may request trees that are not cached yet. For a screen a late response is better than a 503, so
 * work waits as long as the queue moves. If the queue stalls, or a connection cannot be made, the pool is given up: all work that
 * waits is rejected, and new work needs another pool.
 */
export class Pool {
  readonly #pool: pg.Pool
  readonly #sessions: Sessions
  readonly #size: number
  readonly #stallTimeoutMs: number
  readonly #waiting = new Set<Reject>()
  #connectedCount = 0
  #stallTimer: NodeJS.Timeout | undefined
  #failure: Error | undefined

  /**
   * @param size the maximum number of connections
   * @param stallTimeoutMs how long work waits while no connection is returned by work that succeeded
   */
  constructor(sessions: Sessions, size: number, stallTimeoutMs: number) {
    this.#sessions = sessions
    this.#size = size
    this.#stallTimeoutMs = stallTimeoutMs
    this.#pool = new pg.Pool({ max: size, Client: clientOf(sessions), onConnect: sessions.inspect })
    // Without listeners, an error would end the process. Pending queries are rejected separately.
    this.#pool.on('connect', (client) => client.on('error', () => {}))
    this.#pool.on('error', () => {})
    this.#pool.on('connect', () => this.#connectedCount++)
    this.#pool.on('remove', () => this.#connectedCount--)
  }

  get isGivenUp(): boolean {
    return this.#failure !== undefined
  }

  /**
   * Runs work on a connection as soon as one is free.
   * @throws {StorageUnavailableError} if none becomes free, or too much work waits for one
   */
  async withClient<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
    const client = await this.#acquire()
    try {
      const result = await work(client)
      client.release()
      this.#stallTimer?.refresh()
      return result
    } catch (error) {
      // The state of the connection is unknown, so it is not used again.
      client.release(true)
      throw error
    }
  }

  /** Rejects all work that waits for a connection. Work in progress continues. @returns when that has ended */
  async giveUp(reason: Error): Promise<void> {
    if (this.#failure) return
    this.#failure = reason
    for (const reject of this.#waiting) reject(reason)
    this.#waiting.clear()
    clearTimeout(this.#stallTimer)
    await this.#pool.end()
  }

  async #acquire(): Promise<pg.PoolClient> {
    if (this.#failure) throw this.#failure
    if (this.#pool.waitingCount >= MAX_WAITING)
      throw unavailable('too many requests are waiting for a connection')
    try {
      return await this.#connect()
    } catch (error) {
      if (this.#sessions.isRefusal(error)) return this.#acquire()
      if (isFull(error) && this.#connectedCount > 0) return this.#makeDo()
      if (isLost(error)) this.giveUp(error)
      throw error
    }
  }

  /** The pool of the driver has a time limit for all work that waits, but cannot reject it. */
  #connect(): Promise<pg.PoolClient> {
    const stall = () => this.giveUp(unavailable('no connection became free'))
    this.#stallTimer ??= setTimeout(stall, this.#stallTimeoutMs)
    return new Promise((resolve, reject) => {
      const connecting = this.#pool.connect()
      this.#waiting.add(reject)
      connecting
        .then((client) => (this.#waiting.has(reject) ? resolve(client) : client.release()), reject)
        .finally(() => this.#stopWaiting(reject))
    })
  }

  #stopWaiting(reject: Reject): void {
    this.#waiting.delete(reject)
    if (this.#waiting.size > 0) return
    clearTimeout(this.#stallTimer)
    this.#stallTimer = undefined
  }

  /** Waits for one of the connections that there are. After a while, the server may have more. */
  #makeDo(): Promise<pg.PoolClient> {
    this.#limitTo(this.#connectedCount)
    setTimeout(() => this.#limitTo(this.#size), FULL_PAUSE_MS).unref()
    return this.#acquire()
  }

  #limitTo(count: number): void {
    this.#pool.options.max = count
  }
}

/** The pool of the driver would apply the time limit for connecting also to work that waits. */
function clientOf(sessions: Sessions): new () => pg.Client {
  return class extends pg.Client {
    constructor() {
      super(sessions.config())
    }
  }
}

function unavailable(reason: string): StorageUnavailableError {
  return new StorageUnavailableError(`The database cannot be used: ${reason}.`)
}
