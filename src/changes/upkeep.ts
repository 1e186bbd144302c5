import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { deleteOldChanges } from '../menu/write/change-log.ts'
import { findDueReturn, returnDueItems } from '../menu/write/stock-returns.ts'
import type { Database } from '../storage/database.ts'
import type { WriteQueue } from './write-queue.ts'

/** How often the service looks for items whose time has come. */
const STOCK_INTERVAL_MS = 1000
/** How often it deletes lines of the log that are too old. */
const LOG_INTERVAL_MS = 60 * 60 * 1000

interface Parts {
  readonly database: Database
  readonly queue: WriteQueue
  readonly clock: Clock
}

/**
 * Makes the changes that are due while an app runs: puts items back in stock, also those whose time came while no process was
 * running, and deletes old lines of the log. Several processes may do this at once.
 */
export function keepUp(app: FastifyInstance, { database, queue, clock }: Parts): void {
  const putBack = async () => {
    const due = await findDueReturn(database, clock())
    if (due) await queue.write(() => returnDueItems(clock()))
  }
  const cleanUp = () =>
    queue.write(function* () {
      yield deleteOldChanges(clock())
    })
  const timers: NodeJS.Timeout[] = []

  app.addHook('onReady', async () => {
    timers.push(repeat(putBack, STOCK_INTERVAL_MS), repeat(cleanUp, LOG_INTERVAL_MS))
  })
  app.addHook('onClose', async () => timers.forEach(clearInterval))

  /** Runs something now and then at intervals. Of failures in a row, only the first is logged. */
  function repeat(work: () => Promise<void>, intervalMs: number): NodeJS.Timeout {
    let isRunning = false
    let hasFailed = false
    const run = async () => {
      if (isRunning) return
      isRunning = true
      try {
        await work()
        hasFailed = false
      } catch (error) {
        if (!hasFailed) app.log.warn({ err: error }, 'a change that is due could not be made, trying again')
        hasFailed = true
      }
      isRunning = false
    }
    run()
    return setInterval(run, intervalMs).unref()
  }
}
