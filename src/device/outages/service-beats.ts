import type { Clock } from '../../lib/time/clock.ts'
import { readRows } from '../../storage/chunks.ts'
import type { Database, Statement } from '../../storage/database.ts'
import type { WriteQueue } from '../../storage/jobs/write-queue.ts'

/** How often a service that accepts heartbeats says that it does. */
const INTERVAL_MS = 15_000
/** If none has said so for longer, none was there. Also if the clock was set forward. */
export const LONGEST_PAUSE_MS = 60_000
/**
 * The same for a service that starts, or that could not write: heartbeats were lost if no other one was there, and one that was has
 * said so at its interval.
 */
const LONGEST_GAP_MS = INTERVAL_MS + 5_000

const LAST_BEAT = 'SELECT last_at FROM service_beats'
const BEAT = `
INSERT INTO service_beats (only_row, last_at) VALUES (1, ?)
ON CONFLICT (only_row) DO UPDATE SET last_at = excluded.last_at`
// Of two absences that began at the same time, because the clock was set back to it, the longer one covers the other.
const NOTE_ABSENCE = `
INSERT INTO service_absences (started_at, ended_at) VALUES (?, ?)
ON CONFLICT (started_at) DO UPDATE SET ended_at = excluded.ended_at WHERE excluded.ended_at > service_absences.ended_at`

const DELETE_FUTURE = 'DELETE FROM service_absences WHERE started_at >= ?'
const END_NOW = 'UPDATE service_absences SET ended_at = ? WHERE ended_at > ?'

/** A clock that was ahead is right again. Until the wrong time comes, devices would not be known to be silent. */
function* forgetFuture(nowMs: number): Generator<Statement> {
  yield { sql: DELETE_FUTURE, parameters: [nowMs] }
  yield { sql: END_NOW, parameters: [nowMs, nowMs] }
}

export type ServiceBeats = ReturnType<typeof createServiceBeats>

/** When a service last said so; undefined if none ever did. */
export async function findLastBeat(database: Database): Promise<number | undefined> {
  return (await database.get<{ last_at: number }>(LAST_BEAT))?.last_at
}

/** Notes in the database that this service accepts heartbeats, and since when none did. */
export function createServiceBeats(queue: WriteQueue, clock: Clock) {
  let lastBeatMs = Number.NEGATIVE_INFINITY
  let lastBeat: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  /** SQL that does it, if it is due. A process that was paused must do so before it writes a heartbeat. */
  function* beatIfDue(): Generator<Statement> {
    const nowMs = clock()
    if (Math.abs(nowMs - lastBeatMs) < INTERVAL_MS) return
    const [last] = yield* readRows<{ last_at: number }>({ sql: LAST_BEAT })
    const longestMs = lastBeatMs === Number.NEGATIVE_INFINITY ? LONGEST_GAP_MS : LONGEST_PAUSE_MS
    if (last && nowMs - last.last_at > longestMs)
      yield { sql: NOTE_ABSENCE, parameters: [last.last_at, nowMs] }
    if (last && last.last_at - nowMs > LONGEST_PAUSE_MS) yield* forgetFuture(nowMs)
    yield { sql: BEAT, parameters: [nowMs] }
    lastBeatMs = nowMs
  }

  const forget = () => {
    lastBeatMs = Number.NEGATIVE_INFINITY
  }
  const beat = () => {
    lastBeat = queue.write(beatIfDue, 'later').catch(forget)
  }

  return {
    beatIfDue,
    /** Call it if what `beatIfDue` was part of could not be written. */
    forget,
    /** Until it stops, it says so also if there are no heartbeats. */
    start(): void {
      timer = setInterval(beat, INTERVAL_MS).unref()
      beat()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await lastBeat
    },
  }
}
