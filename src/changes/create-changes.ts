import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { createFastPath } from '../fast-path/fast-path.ts'
import type { Database } from '../storage/database.ts'
import { repeatedHeartbeats } from './fast-path.ts'
import { createHeartbeats } from './heartbeats.ts'
import { changes, type Parts } from './index.ts'
import { keepUp } from './upkeep.ts'
import { createWriteQueue } from './write-queue.ts'

export interface ChangesParts {
  /** The database that requests read from. */
  readonly database: Database
  /** The same database, opened for changes. */
  readonly changes: Database
  readonly clock: Clock
  readonly deviceBasePath: string
  readonly hasFastPath: boolean
}

/** Creates what an app needs for changes. The app adds the parts in its own order. */
export function createChanges({
  database,
  changes: target,
  clock,
  deviceBasePath,
  hasFastPath,
}: ChangesParts) {
  const queue = createWriteQueue(target)
  const recordHeartbeat = createHeartbeats(queue, clock)
  const fastPath = hasFastPath
    ? createFastPath(database, clock, repeatedHeartbeats(recordHeartbeat, deviceBasePath))
    : undefined
  return {
    /** Handlers of POST requests that are called before Fastify. */
    earlyHandlers: fastPath ? [fastPath.handle] : [],
    keepUp: (app: FastifyInstance) => keepUp(app, { database, queue, clock }),
    register: (app: FastifyInstance, options: Pick<Parts, 'throttle' | 'menuBasePath'>) =>
      app.register(changes, {
        ...options,
        database,
        queue,
        recordHeartbeat,
        fastPath,
        clock,
        deviceBasePath,
      }),
  }
}
