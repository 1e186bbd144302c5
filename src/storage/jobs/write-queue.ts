import { type Database, type Statement, StorageUnavailableError } from '../database.ts'

/**
 * Creates the statements of one write. It may throw to refuse the write, but only before it yields a statement that writes,
 * because other writes are in the same transaction. It is called again if the transaction fails because of another write.
 */
export type CreateStatements<Result> = () => Generator<Statement, Result>

export type WriteQueue = ReturnType<typeof createWriteQueue>

/** The least time from the end of a transaction to the next one. */
const SHORTEST_PAUSE_MS = 10
/** The most time that a write which can wait waits for others. */
const LONGEST_PAUSE_MS = 100
/** Each transaction makes the process wait for the disk. For what can wait, it pauses for this many times as long. */
const PAUSE_PER_TRANSACTION = 20
type Urgency = 'soon' | 'later'

/**
 * A transaction takes no further write once it has taken so long: they are in the next one, and meanwhile others get the lock.
 * A single write may take longer.
 */
const LONGEST_TRANSACTION_MS = 100

/** More writes than these are refused. Heartbeats that arrive together are one write. */
const MAX_WAITING = 1000

interface WaitingWrite {
  readonly createStatements: CreateStatements<unknown>
  readonly urgency: Urgency
  readonly resolve: (result: never) => void
  readonly reject: (reason: unknown) => void
}

/** A write that has run, but is not committed yet. Called when it is. */
type Settle = () => void

/**
 * Writes in the order of arrival. A write is made at once if none was made just before; otherwise those
 * that arrive meanwhile are made together: thousands of heartbeats a second cost a few dozen transactions.
 */
export function createWriteQueue(database: Database) {
  let waiting: WaitingWrite[] = []
  let isRunning = false
  let lastEndMs = Number.NEGATIVE_INFINITY
  let longPauseMs = SHORTEST_PAUSE_MS
  let timer: NodeJS.Timeout | undefined
  let dueMs = Number.POSITIVE_INFINITY

  /** Runs the next transaction at a time, unless it will run before. */
  function schedule(atMs: number): void {
    if (isRunning || atMs >= dueMs) return
    dueMs = atMs
    clearTimeout(timer)
    timer = setTimeout(run, Math.max(0, atMs - performance.now()))
  }

  function scheduleFor(urgency: Urgency): void {
    schedule(lastEndMs + (urgency === 'soon' ? SHORTEST_PAUSE_MS : longPauseMs))
  }

  async function run(): Promise<void> {
    const writes = waiting
    waiting = []
    isRunning = true
    const startMs = performance.now()
    const left = await writeTogether(database, writes)
    waiting = [...left, ...waiting]
    isRunning = false
    lastEndMs = performance.now()
    const pauseMs = (lastEndMs - startMs) * PAUSE_PER_TRANSACTION
    longPauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, pauseMs))
    dueMs = Number.POSITIVE_INFINITY
    for (const { urgency } of waiting) scheduleFor(urgency)
  }

  return {
    /**
     * Runs statements. @returns their result, once it is committed
     * @param urgency `later` if it may wait for a moment, because nobody waits for it
     * @throws {StorageUnavailableError} if the database cannot be written to. Nothing has changed then
     */
    write<Result>(createStatements: CreateStatements<Result>, urgency: Urgency = 'soon'): Promise<Result> {
      if (waiting.length >= MAX_WAITING) {
        throw new StorageUnavailableError('Too many writes are waiting.')
      }
      return new Promise((resolve, reject) => {
        waiting.push({ createStatements, urgency, resolve, reject })
        scheduleFor(urgency)
      })
    },
  }
}

/** @returns the writes for which there was no time */
async function writeTogether(
  database: Database,
  writes: readonly WaitingWrite[],
): Promise<readonly WaitingWrite[]> {
  const settled: Settle[] = []
  try {
    await database.batch(statementsOf(writes, settled))
    for (const settle of settled) settle()
    return writes.slice(settled.length)
  } catch (error) {
    const [first, ...others] = writes
    if (others.length === 0 || error instanceof StorageUnavailableError) {
      for (const { reject } of writes) reject(error)
      return []
    }
    // One of them must not take the others along.
    if (first) await writeTogether(database, [first])
    for (const other of others) await writeTogether(database, [other])
    return []
  }
}

function* statementsOf(writes: readonly WaitingWrite[], settled: Settle[]): Generator<Statement> {
  const endMs = performance.now() + LONGEST_TRANSACTION_MS
  for (const { createStatements, resolve, reject } of writes) {
    if (settled.length > 0 && performance.now() > endMs) return
    const writing = { hasBegun: false }
    try {
      const result = yield* observeWrites(createStatements(), writing)
      settled.push(() => resolve(result as never))
    } catch (error) {
      if (writing.hasBegun) throw error
      settled.push(() => reject(error))
    }
  }
}

/** Notes when a change yields its first statement that writes. */
function* observeWrites<Result>(
  statements: Generator<Statement, Result>,
  writing: { hasBegun: boolean },
): Generator<Statement, Result> {
  for (;;) {
    const { value, done } = statements.next()
    if (done) return value
    writing.hasBegun ||= !('onRows' in value)
    yield value
  }
}
