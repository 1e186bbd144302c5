/* A thread that writes menus; `threaded-menu-writer.ts` starts two. A large change takes a second, in which the main thread serves requests. */

import { parentPort, workerData } from 'node:worker_threads'
import { openUnchecked } from '../storage/open.ts'
import { createWriteQueue } from '../storage/write-queue.ts'
import { createMenuWriter } from './menu-writer.ts'
import { toThreadError } from './thread-errors.ts'
import type { ThreadReply, ThreadRequest } from './threaded-menu-writer.ts'

const databaseUrl: string = workerData
const database = await openUnchecked(databaseUrl, 'server-write')
const writer = createMenuWriter(database, createWriteQueue(database))
parentPort?.on('message', async (request: ThreadRequest | 'close') => {
  if (request === 'close') {
    await database.close()
    parentPort?.close()
  } else {
    parentPort?.postMessage(await replyTo(request))
  }
})

async function replyTo({ id, change }: ThreadRequest): Promise<ThreadReply> {
  try {
    const written = await ('patch' in change
      ? writer.patchItem(change.patch)
      : writer.replaceMenu(change.replacement))
    return { id, written }
  } catch (error) {
    return { id, error: toThreadError(error) }
  }
}
