import cluster, { type Worker } from 'node:cluster'
import type { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isNextTickIdle } from './event-loop.ts'

/** The message that requests the count from a worker. The response is `{ handed }`. */
const QUESTION = 'how many connections were you handed?'

/** In a worker: sends the supervisor, on request, how many connections it was handed so far. */
export function tellWhatWasHandedOver(server: Server): void {
  if (!cluster.isWorker) return
  let handed = 0
  server.on('connection', () => handed++)
  process.on('message', (message) => {
    if (message === QUESTION) process.send?.({ handed })
  })
}

/**
 * Waits until the queue of accepted connections is empty. Node hands each worker one connection at a time.
 * Connections that arrive while all workers are busy wait in a queue, which is lost with the last worker. The
 * queue is empty if a worker was handed no connection between two requests for its count, because requests
 * and connections keep their order.
 * @param limitMs the longest wait: under full load the queue may never be empty
 */
export async function untilAllIsHandedOver(workers: readonly Worker[], limitMs: number): Promise<void> {
  const isOver = new AbortController()
  const limit = sleep(limitMs).then(() => isOver.abort())
  do {
    const empty = workers.map((worker) => untilNothingIsHanded(worker, isOver.signal))
    await Promise.race([...empty, limit])
  } while (!(await isNextTickIdle()) && !isOver.signal.aborted)
  isOver.abort()
}

async function untilNothingIsHanded(worker: Worker, isOver: AbortSignal): Promise<void> {
  for (let before = Number.NaN; !isOver.aborted; ) {
    const now = await handedTo(worker)
    if (now === before) return
    before = now
  }
}

function handedTo(worker: Worker): Promise<number> {
  return new Promise((resolve) => {
    worker.on('message', function answer(message: { handed?: number }) {
      if (message.handed === undefined) return
      worker.off('message', answer)
      resolve(message.handed)
    })
    worker.send(QUESTION)
  })
}
