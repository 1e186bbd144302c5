import pg from 'pg'
import { StorageUnavailableError } from '../database.ts'
import { isLost, isUnanswered } from './errors.ts'

/** Connections of which each piece of work has one to itself. Work waits in line while all are in use. */
export interface Pool {
  /**
   * Runs work on a connection, as soon as one is free.
   * @throws {StorageUnavailableError} if no connection becomes free
   */
  readonly lease: <Result>(work: (client: pg.ClientBase) => Promise<Result>) => Promise<Result>
  /** Rejects all work that waits for a connection. */
  readonly rejectWaiting: (reason: Error) => void
  readonly close: () => Promise<void>
}

interface Options {
  /** How many connections there are at most. */
  readonly size: number
  /** For how long work waits while none of the connections is given back by work that succeeded. */
  readonly stallTimeoutMs: number
}

/** Work that waits for a connection. */
interface Waiting {
  readonly resolve: () => void
  readonly reject: (reason: Error) => void
}

/** As many as a process has connections to clients by default. Each that waits takes a few kilobytes. */
const MAX_WAITING = 10_000
const CLOSED = 'The database was closed.'

/**
 * That all connections are in use does not mean that the database is away: after an import, a whole fleet of screens
 * may ask for trees that nobody has asked for yet. A screen gets more from an answer that comes late than from a 503,
 * so work waits for as long as the line moves. It is rejected when the line stands still, when it is too long, and
 * when the database is away: all in the line are told as soon as one of them cannot connect or gets no answer.
 */
export function createPool(config: pg.ClientConfig, { size, stallTimeoutMs }: Options): Pool {
  const pool = new pg.Pool({ ...config, max: size })
  const line = new Set<Waiting>()
  let freeCount = size
  let stallTimer: NodeJS.Timeout | undefined
  let isClosed = false
  // Without listeners an error would end the process. Work that waits for an answer gets an error of its own.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})

  async function enter(): Promise<void> {
    if (freeCount > 0) {
      freeCount--
      return
    }
    if (line.size >= MAX_WAITING) throw unavailable('too much work waits for a connection')
    stallTimer ??= setTimeout(() => rejectWaiting(unavailable('no connection became free')), stallTimeoutMs)
    await new Promise<void>((resolve, reject) => line.add({ resolve, reject }))
  }

  function leave(): void {
    const [next] = line
    if (next === undefined) freeCount++
    else line.delete(next)
    next?.resolve()
    if (line.size === 0) stopStallTimer()
  }

  function rejectWaiting(reason: Error): void {
    for (const { reject } of line) reject(reason)
    line.clear()
    stopStallTimer()
  }

  function stopStallTimer(): void {
    clearTimeout(stallTimer)
    stallTimer = undefined
  }

  async function connect(): Promise<pg.PoolClient> {
    if (isClosed) throw new StorageUnavailableError(CLOSED)
    try {
      return await pool.connect()
    } catch (error) {
      if (error instanceof Error && isLost(error)) rejectWaiting(error)
      throw error
    }
  }

  async function run<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
    const client = await connect()
    try {
      const result = await work(client)
      client.release()
      stallTimer?.refresh()
      return result
    } catch (error) {
      // The state of the connection is not known: it is not used again.
      client.release(true)
      if (isUnanswered(error)) rejectWaiting(error)
      throw error
    }
  }

  return {
    async lease(work) {
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
