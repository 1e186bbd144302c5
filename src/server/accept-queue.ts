import cluster, { type Worker } from 'node:cluster'
import type { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { turnOnce } from './event-loop.ts'

/** What the supervisor asks a worker, and the field of the answer. */
const QUESTION = 'how many connections were you handed?'

/** In a worker: tells the supervisor, whenever it asks, how many connections it was handed so far. */
export function tellWhatWasHandedOver(server: Server): void {
  if (!cluster.isWorker) return
  let handed = 0
  server.on('connection', () => handed++)
  process.on('message', (message) => {
    if (message === QUESTION) process.send?.({ handed })
  })
}

/**
 * Node hands each worker one connection at a time, and keeps those that come while all of them are busy in a queue
 * that is lost with the last worker. The queue is empty when a worker was handed nothing between two questions, as
 * questions and connections keep their order.
 * @param limitMs for how long at most that is waited for: under full load there may be no such moment
 */
export async function untilAllIsHandedOver(workers: readonly Worker[], limitMs: number): Promise<void> {
  const isOver = new AbortController()
  const limit = sleep(limitMs).then(() => isOver.abort())
  do {
    const empty = workers.map((worker) => untilNothingIsHanded(worker, isOver.signal))
    await Promise.race([...empty, limit])
  } while (!(await turnOnce()) && !isOver.signal.aborted)
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
