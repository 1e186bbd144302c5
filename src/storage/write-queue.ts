import { type Database, isStorageError, type Statement, StorageUnavailableError } from './database.ts'

/**
 * Creates the statements of one write. It may throw to refuse the write, but only before it yields a statement that writes,
 * because other writes are in the same transaction. It is called again if the transaction fails because of another write.
 */
export type CreateStatements<Result> = () => Generator<Statement, Result>

export type WriteQueue = ReturnType<typeof createWriteQueue>

/** The pause after a transaction is this many times as long as the transaction, within limits, so that reads get most of the time. */
const PAUSE_PER_TRANSACTION = 20
const MIN_PAUSE_MS = 10

/** A transaction accepts no further write after this time, so that others get the lock. A single write may take longer. */
const MAX_TRANSACTION_MS = 100

/** More waiting writes are refused. Heartbeats that arrive together are one write. */
const MAX_WAITING = 1000

interface WaitingWrite {
  readonly createStatements: CreateStatements<unknown>
  readonly resolve: (result: never) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Writes in the order of arrival. A write runs at once if there was none just before. Writes that arrive during a transaction, or
 * in the pause after it, share the next one: thousands of heartbeats a second need a few dozen transactions.
 * @param longestPauseMs the longest wait of a write after the end of the previous transaction; by default the shortest
 */
export function createWriteQueue(database: Database, longestPauseMs = MIN_PAUSE_MS) {
  let waiting: WaitingWrite[] = []
  let isScheduled = false
  let nextMs = Number.NEGATIVE_INFINITY

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    setTimeout(run, Math.max(0, nextMs - performance.now()))
  }

  async function run(): Promise<void> {
    const writes = waiting
    waiting = []
    const startMs = performance.now()
    const left = await writeTogether(database, writes)
    waiting = [...left, ...waiting]
    const endMs = performance.now()
    const pauseMs = (endMs - startMs) * PAUSE_PER_TRANSACTION
    nextMs = endMs + Math.min(longestPauseMs, Math.max(MIN_PAUSE_MS, pauseMs))
    isScheduled = false
    schedule()
  }

  return {
    /**
     * Runs statements. @returns their result, once it is committed
     * @throws {StorageUnavailableError | StorageOperatorError} if the database cannot be written to. Nothing has changed then
     */
    write<Result>(createStatements: CreateStatements<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        if (waiting.length >= MAX_WAITING) throw new StorageUnavailableError('Too many writes are waiting.')
        waiting.push({ createStatements, resolve, reject })
        schedule()
      })
    },
  }
}

/** @returns the writes that did not fit into the time limit */
async function writeTogether(
  database: Database,
  writes: readonly WaitingWrite[],
): Promise<readonly WaitingWrite[]> {
  const settlements: (() => void)[] = []
  try {
    await database.batch(statementsOf(writes, settlements))
    for (const settle of settlements) settle()
    return writes.slice(settlements.length)
  } catch (error) {
    if (writes.length < 2 || isStorageError(error)) {
      for (const { reject } of writes) reject(error)
      return []
    }
    // One failing write must not fail the others, so each gets its own transaction.
    for (const write of writes) await writeTogether(database, [write])
    return []
  }
}

/** @param settlements gets a function for each write that has run, which settles the promise of the write after the commit */
function* statementsOf(writes: readonly WaitingWrite[], settlements: (() => void)[]): Generator<Statement> {
  const endMs = performance.now() + MAX_TRANSACTION_MS
  for (const { createStatements, resolve, reject } of writes) {
    if (settlements.length > 0 && performance.now() > endMs) return
    let hasBegun = false
    try {
      const statements = createStatements()
      let next = statements.next()
      for (; !next.done; next = statements.next()) {
        hasBegun ||= !('onRows' in next.value)
        yield next.value
      }
      const result = next.value
      settlements.push(() => resolve(result as never))
    } catch (error) {
      if (hasBegun) throw error
      settlements.push(() => reject(error))
    }
  }
}
