import type { Clock } from '../../lib/time/clock.ts'
import { CLOCK_TOLERANCE_MS, MINUTE_MS, SECOND_MS } from '../../lib/time/durations.ts'
import type { Database, Statement } from '../../storage/database.ts'
import { read } from '../../storage/statements.ts'
import type { CreateStatements, WriteQueue } from '../../storage/write-queue.ts'
import {
  forgetFutureStatements,
  lastPresenceQuery,
  type PresenceRow,
  recordAbsenceStatement,
  recordPresenceStatement,
} from './queries.ts'

/** How often a service that accepts heartbeats records its presence. */
const INTERVAL_MS = 15 * SECOND_MS
/** A longer gap between recorded presences is an absence. The trigger `devices_returned` repeats the value. */
export const MAX_PRESENCE_GAP_MS = MINUTE_MS
/** The longest gap that is no absence after a start or a failed write, when nobody knows whether heartbeats were accepted. */
const MAX_GAP_AT_START_MS = INTERVAL_MS + 5 * SECOND_MS

export type ServicePresence = ReturnType<typeof createServicePresence>

/** When a service last recorded its presence; undefined if none has. */
export async function findLastPresenceMs(database: Database): Promise<number | undefined> {
  return (await database.get<PresenceRow>(lastPresenceQuery()))?.last_at
}

/** Whether the service that recorded this presence may still be running. That may be on a machine with another clock. */
export function mayBePresent(lastPresenceMs: number, nowMs: number): boolean {
  return nowMs - lastPresenceMs <= MAX_PRESENCE_GAP_MS + CLOCK_TOLERANCE_MS
}

/**
 * Records that this service is present: that it accepts heartbeats. A long time between two records is an absence, in which no device
 * is known to be silent.
 */
export function createServicePresence(writeQueue: WriteQueue, clock: Clock) {
  let lastPresenceMs = Number.NEGATIVE_INFINITY
  let recording: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  /** @returns the time of the last recorded presence, if the transaction is committed */
  function* recordIfDue(): Generator<Statement, number> {
    const nowMs = clock()
    // A timer may be early.
    if (Math.abs(nowMs - lastPresenceMs) < INTERVAL_MS - SECOND_MS) return lastPresenceMs
    const [last] = yield* read<PresenceRow>(lastPresenceQuery())
    const longestMs = lastPresenceMs === Number.NEGATIVE_INFINITY ? MAX_GAP_AT_START_MS : MAX_PRESENCE_GAP_MS
    if (last && nowMs - last.last_at > longestMs) yield recordAbsenceStatement(last.last_at, nowMs)
    // The clock was ahead, and was corrected. Absences in the future would hide the silence of devices.
    if (last && last.last_at - nowMs > MAX_PRESENCE_GAP_MS) yield* forgetFutureStatements(nowMs)
    yield recordPresenceStatement(nowMs)
    return nowMs
  }

  /**
   * Writes the presence if it is due, and then these statements, in one transaction. After a pause of the process, the absence must
   * be recorded before new heartbeats.
   */
  async function writeAfterPresence<Result>(createStatements: CreateStatements<Result>): Promise<Result> {
    let presentMs = lastPresenceMs
    try {
      const result = await writeQueue.write(function* () {
        presentMs = yield* recordIfDue()
        return yield* createStatements()
      })
      lastPresenceMs = presentMs
      return result
    } catch (error) {
      lastPresenceMs = Number.NEGATIVE_INFINITY
      throw error
    }
  }

  const record = () => {
    recording = writeAfterPresence(function* () {}).catch(() => {})
  }

  return {
    writeAfterPresence,
    /** Records the presence regularly, even without heartbeats. */
    start(): void {
      timer = setInterval(record, INTERVAL_MS).unref()
      record()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await recording
    },
  }
}
