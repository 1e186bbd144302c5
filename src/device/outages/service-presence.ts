import type { Clock } from '../../lib/time/clock.ts'
import { CLOCK_TOLERANCE_MS, MINUTE_MS, SECOND_MS } from '../../lib/time/durations.ts'
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

/** How often a service that accepts heartbeats records its presence. */
const INTERVAL_MS = 15 * SECOND_MS
/** A longer pause between recorded presences is an absence, even if the clock was set forward. As in `devices_returned`. */
export const LONGEST_PRESENCE_GAP_MS = MINUTE_MS
/** For the first presence after a start or a failed write, every longer gap is an absence. */
const LONGEST_GAP_AT_START_MS = INTERVAL_MS + 5 * SECOND_MS

export type ServicePresence = ReturnType<typeof createServicePresence>

/** When a service last recorded its presence; undefined if none ever did. */
export async function findLastPresence(database: Database): Promise<number | undefined> {
  return (await database.get<PresenceRow>(lastPresenceQuery))?.last_at
}

/** Whether the service that recorded this presence may still be running. Its clock may be that of another machine. */
export function mayBePresent(lastPresenceMs: number, nowMs: number): boolean {
  return nowMs - lastPresenceMs <= LONGEST_PRESENCE_GAP_MS + CLOCK_TOLERANCE_MS
}

/**
 * Records that this service is present, that is, accepts heartbeats. The time since the last recorded presence is an absence: no
 * device is known to be silent in it.
 */
export function createServicePresence(queue: WriteQueue, clock: Clock) {
  let notedMs = Number.NEGATIVE_INFINITY
  let lastNote: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  /** SQL that records the presence, if that is due. Heartbeats begin with it, so that a paused process records its absence first. */
  function* noteIfDue(): Generator<Statement> {
    const nowMs = clock()
    if (Math.abs(nowMs - notedMs) < INTERVAL_MS) return
    const [last] = yield* readRows<PresenceRow>(lastPresenceQuery)
    const longestMs = notedMs === Number.NEGATIVE_INFINITY ? LONGEST_GAP_AT_START_MS : LONGEST_PRESENCE_GAP_MS
    if (last && nowMs - last.last_at > longestMs) yield noteAbsenceQuery(last.last_at, nowMs)
    // The clock was ahead, and was corrected. Absences in the future would hide the silence of devices.
    if (last && last.last_at - nowMs > LONGEST_PRESENCE_GAP_MS) yield* forgetFutureQueries(nowMs)
    yield notePresenceQuery(nowMs)
    notedMs = nowMs
  }

  const forget = () => {
    notedMs = Number.NEGATIVE_INFINITY
  }
  const note = () => {
    lastNote = queue.write(noteIfDue).catch(forget)
  }

  return {
    noteIfDue,
    /** Call it if the transaction of `noteIfDue` failed. */
    forget,
    /** Records the presence regularly, even without heartbeats. */
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
