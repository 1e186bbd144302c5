import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import closeWithGrace from 'close-with-grace'
import type { Config } from '../config/config.ts'
import { LOG_FLUSH_MS, type Log } from '../observability/logger.ts'
import { untilAllIsHandedOver } from './accept-queue.ts'

/** How long the first replacement of a worker that died young waits; each further one twice as long. */
const SHORTEST_DELAY_MS = 100
const LONGEST_DELAY_MS = 10_000
/** A worker that lived this long was sound. */
const SOUND_AFTER_MS = 10_000
/** Of the time for the shutdown, what the supervisor takes at most before it tells the workers to stop. */
const HANDING_OVER_SHARE = 0.2
/** Of the time for the shutdown, what each worker has. */
export const WORKER_SHARE = 0.75

/** What a terminal sends to every process at once: in a worker, the supervisor decides. */
export const TERMINAL_SIGNALS = ['SIGINT', 'SIGHUP', 'SIGQUIT'] as const

/**
 * Serves with so many processes on one port, each of which runs `signage serve`. One that dies is replaced;
 * SIGTERM or SIGINT lets all of them finish what is in flight.
 * @returns once they serve, or once the first of them has said why it cannot, with its exit code
 */
export async function superviseWorkers(
  { workers: count, shutdownTimeoutMs }: Config,
  { logger, flush }: Log,
): Promise<number> {
  cluster.setupPrimary({ args: ['serve'] })
  const bornAtMs = new Map<number, number>()
  let delayMs = SHORTEST_DELAY_MS
  const handingOverMs = shutdownTimeoutMs * HANDING_OVER_SHARE
  let stopping = false

  function start(): Worker {
    const worker = cluster.fork()
    bornAtMs.set(worker.id, Date.now())
    // A process that could not be started ends without an exit.
    worker.on('error', (error) => {
      logger.error({ err: error }, 'a worker could not be started or told something')
      if (worker.process.pid === undefined) replace(worker, null, null)
    })
    logger.info({ worker: worker.process.pid }, 'worker started')
    return worker
  }

  function replace(worker: Worker, code: number | null, signal: string | null): void {
    const livedMs = Date.now() - (bornAtMs.get(worker.id) ?? 0)
    bornAtMs.delete(worker.id)
    if (stopping) return
    delayMs = livedMs < SOUND_AFTER_MS ? Math.min(delayMs * 2, LONGEST_DELAY_MS) : SHORTEST_DELAY_MS
    logger.error({ worker: worker.process.pid, code, signal, delayMs }, 'worker ended, another will start')
    setTimeout(() => stopping || start(), delayMs)
  }

  const grace = closeWithGrace({ delay: shutdownTimeoutMs, logger }, async ({ signal, err }) => {
    if (err) logger.fatal({ err }, 'stopping all workers after an error')
    else logger.info({ signal }, 'stopping all workers')
    stopping = true
    await stopAll(handingOverMs)
    await flush(LOG_FLUSH_MS)
  })

  // One alone, so that what is wrong is said once.
  const code = await firstOutcome(start())
  if (stopping) return 0
  if (code !== undefined) {
    grace.uninstall()
    return code
  }
  cluster.on('exit', replace)
  for (let n = 1; n < count; n++) start()
  return 0
}

/** @returns the exit code of a worker that ended before it listened */
async function firstOutcome(worker: Worker): Promise<number | undefined> {
  const ended = once(worker, 'exit').then(([code]) => Number(code ?? 1))
  const listening = once(worker, 'listening').then(() => undefined)
  return Promise.race([ended, listening])
}

/**
 * First they are taken out of the turn of new connections, which closes the port, and only then are they told to
 * stop: a connection that is handed to a worker which has stopped would go to the next, and from the last nowhere.
 */
async function stopAll(handingOverMs: number): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const ended = workers.filter((worker) => !worker.isDead()).map((worker) => once(worker, 'exit'))
  // Out of the turn, workers no longer end by themselves with their supervisor.
  process.once('exit', () => workers.map(({ process }) => process.kill('SIGKILL')))
  await untilAllIsHandedOver(workers, handingOverMs)
  for (const worker of workers) worker.disconnect()
  for (const worker of workers) worker.process.kill('SIGTERM')
  await Promise.all(ended)
}
