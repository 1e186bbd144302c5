import { createHeartbeatReporter } from './device/heartbeats/record.ts'
import { createServicePresence } from './device/outages/service-presence.ts'
import type { Clock } from './lib/time/clock.ts'
import { createMenuWriter } from './menu-changes/menu-writer.ts'
import { createThreadedMenuWriter } from './menu-changes/threaded-menu-writer.ts'
import type { Database } from './storage/database.ts'
import { createWriteQueue } from './storage/write-queue.ts'

/** The longest pause between two transactions. The heartbeats that arrive in it are written together. */
const MAX_WRITE_PAUSE_MS = 100

interface WritersOptions {
  /** Opened with the purpose `server-write`. */
  readonly writableDatabase: Database
  readonly clock: Clock
  /** Aborted when changes in progress are to be rejected. */
  readonly rejecting?: AbortSignal
}

/** What the HTTP routes and the jobs of a process write with. */
export type Writers = ReturnType<typeof createWriters>

/** Creates what a process writes with. A database in memory has one connection, so its menus are written in this thread. */
export function createWriters({ writableDatabase, clock, rejecting }: WritersOptions) {
  const writeQueue = createWriteQueue(writableDatabase, MAX_WRITE_PAUSE_MS)
  const { url } = writableDatabase
  const menuWriter = url
    ? createThreadedMenuWriter(url, writableDatabase)
    : createMenuWriter(writableDatabase, writeQueue)
  rejecting?.addEventListener('abort', () => menuWriter.close())
  const servicePresence = createServicePresence(writeQueue, clock)
  const reportHeartbeat = createHeartbeatReporter(servicePresence, clock)
  return { writableDatabase, writeQueue, menuWriter, servicePresence, reportHeartbeat }
}
