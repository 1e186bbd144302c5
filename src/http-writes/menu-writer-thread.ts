/* The thread that writes menus: a large change takes a second, in which requests are answered meanwhile. */

import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { HttpError } from '../http/errors.ts'
import { type DatabaseHandle, StorageUnavailableError, StorageUnusableError } from '../storage/database.ts'
import { openStorage } from '../storage/open.ts'
import { createWriteQueue } from '../storage/write-queue.ts'
import { createMenuWriter } from './menu-writer.ts'
import type { ThreadReply, ThreadRequest } from './start-menu-writer-thread.ts'

/** If both want the same core, requests get five times as much of it as this thread (see sched(7), "The nice value"). */
const NICENESS = 7

const handle: DatabaseHandle = workerData
const database = await openStorage(handle.url, 'server-write', handle)
const writer = createMenuWriter(createWriteQueue(database))
lowerPriority()
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
    const written = await ('patch' in work ? writer.patchItem(work) : writer.replaceMenu(work))
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

/** Linux gives each thread a priority of its own. Elsewhere this would be that of the process. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return
  const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(threadId, NICENESS)
}
