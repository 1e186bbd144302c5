import { Worker } from 'node:worker_threads'
import { inPackage } from '../lib/package.ts'
import { type Database, StorageUnavailableError } from '../storage/database.ts'
import type { ChangeResponse } from './change.ts'
import type { MenuWriter } from './menu-writer.ts'
import { isLargePatch, type PatchRequest } from './patch-item.ts'
import type { ReplaceRequest } from './replace-menu.ts'
import { fromThreadError, type ThreadError } from './thread-errors.ts'

const THREAD = inPackage('dist/bundle/menu-writer-thread.js')

/** A request to change an item or to replace a menu. */
type MenuChange = { readonly patch: PatchRequest } | { readonly replacement: ReplaceRequest }

export interface ThreadRequest {
  readonly id: number
  readonly change: MenuChange
}

/** The id of the request, and the result. */
export type ThreadReply = { readonly id: number } & (
  | { readonly written: ChangeResponse }
  | { readonly error: ThreadError }
)

/** The callbacks of the promise of a request. */
interface Waiting {
  readonly resolve: (written: ChangeResponse) => void
  readonly reject: (error: unknown) => void
}

/**
 * Creates a writer that works in threads of its own, because parsing and comparing a large menu takes up to a second. Meanwhile, the
 * main thread serves other requests in 3 ms instead of 265 ms (decision 33). One thread is for menus and for large changes of items.
 * The other is for small changes, so that none waits for a large menu.
 * @param databaseUrl of a database that is not in memory
 * @param database the same database, opened by this thread
 */
export function createThreadedMenuWriter(databaseUrl: string, database: Database): MenuWriter {
  const small = createThread(databaseUrl)
  const large = createThread(databaseUrl)
  // Nobody asks the database of a thread for its warnings.
  const remember = (error: unknown) => {
    database.rememberFailedWrite?.(error)
    throw error
  }
  return {
    async patchItem(request) {
      const isLarge = await isLargePatch(database, request)
      return (isLarge ? large : small).send({ patch: { ...request, isLarge } }).catch(remember)
    },
    replaceMenu: (replacement) => large.send({ replacement }).catch(remember),
    close: async () => void (await Promise.all([small.close(), large.close()])),
  }
}

/** A thread that starts with the first change. If it fails, its pending changes fail, and the next change starts a new one. */
function createThread(databaseUrl: string) {
  let thread: ReturnType<typeof startThread> | undefined
  return {
    send(change: MenuChange): Promise<ChangeResponse> {
      thread ??= startThread(databaseUrl, () => {
        thread = undefined
      })
      return thread.send(change)
    },
    close: async () => thread?.close(),
  }
}

function startThread(databaseUrl: string, onEnd: () => void) {
  const worker = new Worker(THREAD, { workerData: databaseUrl })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let cause: unknown

  worker.on('message', (reply: ThreadReply) => {
    const request = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) request?.reject(fromThreadError(reply.error))
    else request?.resolve(reply.written)
  })
  worker.on('error', (error) => {
    cause = error
  })
  worker.on('exit', () => {
    onEnd()
    const error = new StorageUnavailableError('The thread that writes menus has ended.', { cause })
    for (const { reject } of waiting.values()) reject(error)
  })

  return {
    send(change: MenuChange): Promise<ChangeResponse> {
      const request: ThreadRequest = { id: ++lastId, change }
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject })
        worker.postMessage(request)
      })
    },
    async close(): Promise<void> {
      worker.postMessage('close')
      // An error of the thread rejects its pending changes, but not this promise: the thread ends in any case.
      await new Promise((resolve) => worker.once('exit', resolve))
    },
  }
}
