import { createHeartbeats } from '../device/heartbeats.ts'
import { createServicePresence } from '../device/outages/service-presence.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Database } from '../storage/database.ts'
import { createWriteQueue } from '../storage/jobs/write-queue.ts'
import { createMenuWriter } from './menus/menu-writer.ts'
import { createThreadedMenuWriter } from './menus/start-menu-writer-thread.ts'

interface ChangesOptions {
  /** Opened with the purpose `server-write`. */
  readonly writableDatabase: Database
  readonly clock: Clock
  /** Aborted when changes in progress are to be rejected. */
  readonly rejecting?: AbortSignal
}

/** What makes the changes of a process: those that HTTP requests ask for, and those of jobs. */
export type Changes = ReturnType<typeof createChanges>

export function createChanges({ writableDatabase, clock, rejecting }: ChangesOptions) {
  const queue = createWriteQueue(writableDatabase)
  const { url } = writableDatabase
  const menuWriter = url ? createThreadedMenuWriter(url) : createMenuWriter(writableDatabase, queue)
  rejecting?.addEventListener('abort', () => menuWriter.close())
  const servicePresence = createServicePresence(queue, clock)
  const reportHeartbeat = createHeartbeats(queue, clock, servicePresence)
  return { writableDatabase, queue, menuWriter, servicePresence, reportHeartbeat }
}
