import cluster, { type Worker } from 'node:cluster'
import type { Server } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

/*
 * A process that stops listening resets the connections that it has not accepted yet. So it first waits until none is left, in the
 * queue of the operating system or, with several workers, in that of the supervisor. Node cannot tell the length of either
 * queue. The first is empty after an idle tick of the event loop, the second when the count of connections no longer rises.
 */

/** A tick of the event loop that is shorter than this has accepted no connection. */
const IDLE_TICK_MS = 0.05
/** The longest wait under full load, in which the accept queue may never be empty. */
const MAX_WAIT_MS = 1000
/** Node accepts one connection per tick, and the system queues at most this many. */
const MAX_QUEUED = 511

/** The message that requests the count from a worker. The response is `{ handed }`. */
const COUNT_REQUEST = 'count of connections'

/** In a worker: sends the supervisor, on request, how many connections it was handed so far. */
export function reportHandedConnections(server: Server): void {
  if (!cluster.isWorker) return
  let handed = 0
  server.on('connection', () => handed++)
  process.on('message', (message) => {
    if (message === COUNT_REQUEST) process.send?.({ handed })
  })
}

/**
 * Waits until no accepted connection waits for a worker: Node hands each worker one at a time. Messages to a worker keep their
 * order, so if its count has not risen between two requests, no connection was waiting for it.
 * @param limitMs the longest wait: under full load the queue may never be empty
 */
export async function untilWorkerQueueIsEmpty(workers: readonly Worker[], limitMs: number): Promise<void> {
  const timeLimit = new AbortController()
  const limit = sleep(limitMs).then(() => timeLimit.abort())
  do {
    const empty = workers.map((worker) => untilCountIsStable(worker, timeLimit.signal))
    await Promise.race([...empty, limit])
  } while (!(await isNextTickIdle()) && !timeLimit.signal.aborted)
  timeLimit.abort()
}

async function untilCountIsStable(worker: Worker, timeLimit: AbortSignal): Promise<void> {
  for (let before = Number.NaN; !timeLimit.aborted; ) {
    const now = await handedCountOf(worker)
    if (now === before) return
    before = now
  }
}

function handedCountOf(worker: Worker): Promise<number> {
  return new Promise((resolve) => {
    worker.on('message', function receive(message: { handed?: number }) {
      if (message.handed === undefined) return
      worker.off('message', receive)
      resolve(message.handed)
    })
    worker.send(COUNT_REQUEST)
  })
}

/** Waits for the next tick of the event loop, in which Node accepts one connection. @returns whether it had nothing to do */
async function isNextTickIdle(): Promise<boolean> {
  // The current tick may have accepted a connection already.
  await setImmediate()
  const startedAtMs = performance.now()
  await setImmediate()
  return performance.now() - startedAtMs < IDLE_TICK_MS
}

/** Waits until the accept queue of the operating system is empty. @param limitMs the longest wait */
export async function untilAcceptQueueIsEmpty(server: Server, limitMs: number): Promise<void> {
  let accepted = 0
  const count = () => accepted++
  server.on('connection', count)
  const startMs = performance.now()
  const passedMs = () => performance.now() - startMs
  let isEmpty = false
  for (let ticks = 0; !isEmpty && passedMs() < limitMs; ticks++) {
    if (ticks >= MAX_QUEUED && passedMs() >= MAX_WAIT_MS) break
    const before = accepted
    isEmpty = (await isNextTickIdle()) && accepted === before
  }
  server.off('connection', count)
}
