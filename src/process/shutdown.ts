import cluster from 'node:cluster'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { LOG_FLUSH_MS } from '../metrics/logger.ts'

/** Signals that a terminal sends to every process at once. Workers ignore them: the supervisor stops them. */
const TERMINAL_SIGNALS = ['SIGINT', 'SIGHUP', 'SIGQUIT'] as const

/** The share of the time that the supervisor waits before it stops its workers. Together with `WORKER_SHARE`, it is less than 1. */
const WORKER_QUEUE_SHARE = 0.2
const WORKER_SHARE = 0.75

/* A process divides its own time by the shares below. */

/** How long to wait for the accept queue: not long, so that most of the time is left for its requests. */
const ACCEPT_QUEUE_SHARE = 0.225
/** Well before `DRAIN_SHARE`, so that clients of requests that wait for the database can still read their 503. */
const REJECT_SHARE = 0.675
/** The last tenth is for closing the database, and a third of it for the log. */
const DRAIN_SHARE = 0.9

export type ShutdownPlan = ReturnType<typeof planShutdown>

/** Divides the time for a shutdown. A worker gets less than the whole, because its supervisor first waits for its connections. */
export function planShutdown(shutdownTimeoutMs: number) {
  const timeoutMs = cluster.isWorker ? shutdownTimeoutMs * WORKER_SHARE : shutdownTimeoutMs
  return {
    /** How long the supervisor waits until its workers have the connections that it accepted for them. */
    workerQueueMs: shutdownTimeoutMs * WORKER_QUEUE_SHARE,
    /** When the process ends, in any case. */
    timeoutMs,
    /** How long to wait for the accept queue. */
    acceptQueueMs: timeoutMs * ACCEPT_QUEUE_SHARE,
    /** When requests without a response are rejected. */
    rejectMs: timeoutMs * REJECT_SHARE,
    /** When clients that have not read their responses are disconnected. */
    drainMs: timeoutMs * DRAIN_SHARE,
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
