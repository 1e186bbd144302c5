import type { Clock } from '../../lib/time/clock.ts'
import { readRows } from '../../storage/chunks.ts'
import type { Database, Statement } from '../../storage/database.ts'
import type { WriteQueue } from '../../storage/jobs/write-queue.ts'
import {
  forgetFutureQueries,
  lastPresenceQuery,
  noteAbsenceQuery,
  notePresenceQuery,
  type PresenceRow,
} from './queries.ts'

/** How often a service that accepts heartbeats says that it is there. */
const INTERVAL_MS = 15_000
/** If none has said so for longer, none was there. Also if the clock was set forward. */
export const LONGEST_PAUSE_MS = 60_000
/**
 * The same for a service that starts, or that could not write: heartbeats were lost if no other one was there, and one that was has
 * said so at its interval.
 */
const LONGEST_GAP_MS = INTERVAL_MS + 5_000

export type ServicePresence = ReturnType<typeof createServicePresence>

/** When a service last said that it is there; undefined if none ever did. */
export async function findLastPresence(database: Database): Promise<number | undefined> {
  return (await database.get<PresenceRow>(lastPresenceQuery.sql))?.last_at
}

/**
 * Notes in the database that this service is present: it accepts heartbeats. While none is, devices are not known to be silent, so
 * the time since the last presence is noted as an absence.
 */
export function createServicePresence(queue: WriteQueue, clock: Clock) {
  let notedMs = Number.NEGATIVE_INFINITY
  let lastNote: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  /** SQL that does it, if it is due. A process that was paused must do so before it writes a heartbeat. */
  function* noteIfDue(): Generator<Statement> {
    const nowMs = clock()
    if (Math.abs(nowMs - notedMs) < INTERVAL_MS) return
    const [last] = yield* readRows<PresenceRow>(lastPresenceQuery)
    const longestMs = notedMs === Number.NEGATIVE_INFINITY ? LONGEST_GAP_MS : LONGEST_PAUSE_MS
    if (last && nowMs - last.last_at > longestMs) yield noteAbsenceQuery(last.last_at, nowMs)
    // A clock that was ahead is right again. Until the wrong time comes, devices would not be known to be silent.
    if (last && last.last_at - nowMs > LONGEST_PAUSE_MS) yield* forgetFutureQueries(nowMs)
    yield notePresenceQuery(nowMs)
    notedMs = nowMs
  }

  const forget = () => {
    notedMs = Number.NEGATIVE_INFINITY
  }
  const note = () => {
    lastNote = queue.write(noteIfDue, 'later').catch(forget)
  }

  return {
    noteIfDue,
    /** Call it if what `noteIfDue` was part of could not be written. */
    forget,
    /** Until it stops, it says so also if there are no heartbeats. */
    start(): void {
      timer = setInterval(note, INTERVAL_MS).unref()
      note()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await lastNote
    },
  }
}
