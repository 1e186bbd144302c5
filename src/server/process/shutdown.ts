import cluster from 'node:cluster'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { LOG_FLUSH_MS } from '../../metrics/logger.ts'

/** Signals that a terminal sends to every process at once. Workers ignore them: the supervisor stops them. */
const TERMINAL_SIGNALS = ['SIGINT', 'SIGHUP', 'SIGQUIT'] as const

export type ShutdownPlan = ReturnType<typeof planShutdown>

/** Divides the time for a shutdown. A worker gets less than the whole, because its supervisor first waits for its connections. */
export function planShutdown(shutdownTimeoutMs: number) {
  const timeoutMs = cluster.isWorker ? shutdownTimeoutMs * 0.75 : shutdownTimeoutMs
  return {
    /** How long the supervisor waits until its workers have the connections that it accepted for them. */
    workerQueueMs: shutdownTimeoutMs * 0.2,
    /** When the process ends, in any case. */
    timeoutMs,
    /** How long to wait for the accept queue. */
    acceptQueueMs: timeoutMs * 0.225,
    /** When requests without a response are rejected. */
    rejectMs: timeoutMs * 0.675,
    /** When clients that have not read their responses are disconnected. The rest is for closing the database. */
    drainMs: timeoutMs * 0.9,
    /** How long writing the log may take at the end. */
    flushMs: Math.min(LOG_FLUSH_MS, timeoutMs / 30),
  }
}

/** Stops the process after a signal or an uncaught error. @returns a function that removes the handlers */
export function shutDownOnSignal({ timeoutMs }: ShutdownPlan, logger: Logger, stop: () => Promise<void>) {
  const skip = cluster.isWorker ? [...TERMINAL_SIGNALS] : []
  for (const signal of skip) process.on(signal, () => {})
  const { uninstall } = closeWithGrace({ delay: timeoutMs, logger, skip }, async ({ signal, err }) => {
    if (err) logger.fatal({ err }, 'stopping after an error')
    else logger.info({ signal }, 'stopping')
    await stop()
  })
  return uninstall
}
