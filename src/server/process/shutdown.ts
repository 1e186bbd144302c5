import cluster from 'node:cluster'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { TERMINAL_SIGNALS, WORKER_FRACTION } from './workers.ts'

/*
 * When each phase of a shutdown ends, in percent of the time of the process. That time is SHUTDOWN_TIMEOUT, or 75 % of it for a
 * worker, whose supervisor first waits up to 20 % for its queue of connections (`workers.ts`).
 *
 *   22.5   the wait for the accept queue (`drain.ts`)
 *   67.5   the wait for responses; requests without one are then rejected (`drain.ts`)
 *   90     the wait for clients that read their responses; they are then disconnected (`drain.ts`)
 *   100    closing the database, and writing the log, which may take 3.3
 */
const CLOSING_FRACTION = 0.1

/** Ends the process after a signal or an uncaught error. @returns `drainMs`, how long requests in flight are waited for, and `uninstall`, which removes the handlers */
export function shutDownOnSignal(
  { shutdownTimeoutMs }: Config,
  logger: Logger,
  stop: (timeoutMs: number, drainMs: number) => Promise<void>,
) {
  const timeoutMs = shutdownTimeoutMs * (cluster.isWorker ? WORKER_FRACTION : 1)
  const drainMs = timeoutMs * (1 - CLOSING_FRACTION)
  const skip = cluster.isWorker ? [...TERMINAL_SIGNALS] : []
  for (const signal of skip) process.on(signal, () => {})
  const { uninstall } = closeWithGrace({ delay: timeoutMs, logger, skip }, async ({ signal, err }) => {
    if (err) logger.fatal({ err }, 'stopping after an error')
    else logger.info({ signal }, 'stopping')
    await stop(timeoutMs, drainMs)
  })
  return { uninstall, drainMs }
}
