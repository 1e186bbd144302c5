/* The thread that writes menus: a large change takes a second, in which requests are answered meanwhile. */

import { parentPort, workerData } from 'node:worker_threads'
import { HttpError } from '../../http/errors.ts'
import { StorageUnavailableError, StorageUnusableError } from '../../storage/database.ts'
import { createWriteQueue } from '../../storage/jobs/write-queue.ts'
import { openStorage } from '../../storage/open.ts'
import { createMenuWriter } from './menu-writer.ts'
import type { ThreadReply, ThreadRequest } from './start-menu-writer-thread.ts'

const databaseUrl: string = workerData
const database = await openStorage(databaseUrl, 'server-write')
const writer = createMenuWriter(database, createWriteQueue(database))
parentPort?.on('message', async (request: ThreadRequest | 'close') => {
  if (request === 'close') {
    await database.close()
    parentPort?.close()
  } else {
    parentPort?.postMessage(await replyTo(request))
  }
})

async function replyTo({ id, work }: ThreadRequest): Promise<ThreadReply> {
  try {
    const onCompare = () => parentPort?.postMessage({ id, isComparing: true } satisfies ThreadReply)
    const written = await ('patch' in work ? writer.patchItem(work) : writer.replaceMenu(work, onCompare))
    return { id, written }
  } catch (error) {
    return { id, ...toReply(error) }
  }
}

/** Of an error that is cloned, its class and its own properties are lost. */
function toReply(error: unknown): Omit<ThreadReply, 'id'> {
  if (error instanceof HttpError) {
    const { statusCode, message, headers } = error
    return { httpError: [statusCode, message, headers] }
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const isUnavailable = error instanceof StorageUnavailableError || error instanceof StorageUnusableError
  return isUnavailable ? { unavailable: message } : { error: { message, stack } }
}
