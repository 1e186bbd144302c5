import { HttpError } from '../http/errors.ts'
import { type Database, type Statement, StorageUnavailableError } from '../storage/database.ts'

/**
 * Creates the statements of one change. A change that is refused throws before it yields a statement that writes, because
 * other changes are in the same transaction. It is called again if a transaction fails because of another change.
 */
export type Change<Result> = () => Generator<Statement, Result>

export type WriteQueue = ReturnType<typeof createWriteQueue>

/** The least time between the ends of two transactions. Each makes the process wait for the disk. */
const INTERVAL_MS = 50
/** More changes than these are refused. Heartbeats that arrive together are one change. */
const MAX_WAITING = 1000

interface Waiting {
  readonly change: Change<unknown>
  readonly resolve: (result: never) => void
  readonly reject: (reason: unknown) => void
}

/** A change that has run, but is not committed yet. Called when it is. */
type Settle = () => void

/**
 * Writes changes, in the order of their arrival. The first one is written at once, and those that arrive soon after it
 * together: thousands of changes a second cost twenty transactions.
 */
export function createWriteQueue(database: Database) {
  let waiting: Waiting[] = []
  let isScheduled = false
  let lastEndMs = Number.NEGATIVE_INFINITY

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    const delayMs = lastEndMs + INTERVAL_MS - performance.now()
    if (delayMs <= 0) setImmediate(run)
    else setTimeout(run, delayMs)
  }

  async function run(): Promise<void> {
    const changes = waiting
    waiting = []
    await writeTogether(database, changes)
    lastEndMs = performance.now()
    isScheduled = false
    schedule()
  }

  return {
    /**
     * Writes a change. @returns its result, once it is committed
     * @throws {StorageUnavailableError} if the database cannot be written to. Nothing has changed then
     */
    write<Result>(change: Change<Result>): Promise<Result> {
      if (waiting.length >= MAX_WAITING) {
        throw new StorageUnavailableError('Too many changes are waiting to be written.')
      }
      return new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject })
        schedule()
      })
    },
  }
}

async function writeTogether(database: Database, changes: readonly Waiting[]): Promise<void> {
  const settled: Settle[] = []
  try {
    await database.batch(statementsOf(changes, settled))
    for (const settle of settled) settle()
  } catch (error) {
    const [first, ...others] = changes
    if (others.length === 0 || error instanceof StorageUnavailableError) {
      for (const { reject } of changes) reject(error)
      return
    }
    // One of them must not take the others along.
    if (first) await writeTogether(database, [first])
    for (const other of others) await writeTogether(database, [other])
  }
}

function* statementsOf(changes: readonly Waiting[], settled: Settle[]): Generator<Statement> {
  for (const { change, resolve, reject } of changes) {
    try {
      const result = yield* change()
      settled.push(() => resolve(result as never))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      settled.push(() => reject(error))
    }
  }
}
