import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { HttpError } from '../http/errors.ts'
import { type DatabaseHandle, StorageUnavailableError } from '../storage/database.ts'
import type { PatchRequest } from './items.ts'
import type { MenuWriter, Written } from './menu-writer.ts'
import type { ReplaceRequest } from './menus.ts'

/** The relative path is the same from the sources and from the bundle. */
const THREAD = new URL('../../dist/bundle/menu-writer-thread.js', import.meta.url)

export interface ThreadRequest {
  readonly id: number
  readonly work: PatchRequest | ReplaceRequest
}

/** Exactly one of the results. */
export interface ThreadReply {
  readonly id: number
  readonly written?: Written
  readonly httpError?: ConstructorParameters<typeof HttpError>
  readonly unavailable?: string
  readonly error?: { readonly message: string; readonly stack: string | undefined }
}

interface Waiting {
  readonly resolve: (written: Written) => void
  readonly reject: (error: unknown) => void
}

/**
 * Creates a writer that works in a thread of its own, which starts with the first change. If it fails, so do the changes
 * that it was given, and the next one starts another.
 * @param database not in memory
 */
export function createThreadedMenuWriter(database: DatabaseHandle): MenuWriter {
  let thread: ReturnType<typeof startThread> | undefined

  function send(work: PatchRequest | ReplaceRequest): Promise<Written> {
    thread ??= startThread(database, () => {
      thread = undefined
    })
    return thread.send(work)
  }

  return {
    patchItem: (request) => send(request),
    replaceMenu: (request) => send(request),
    close: async () => thread?.close(),
  }
}

function startThread(database: DatabaseHandle, onEnd: () => void) {
  const worker = new Worker(THREAD, { workerData: database })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let cause: unknown

  worker.on('message', (reply: ThreadReply) => {
    const request = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (request) settle(request, reply)
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
    send(work: PatchRequest | ReplaceRequest): Promise<Written> {
      const request: ThreadRequest = { id: ++lastId, work }
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject })
        worker.postMessage(request)
      })
    },
    async close(): Promise<void> {
      worker.postMessage('close')
      await once(worker, 'exit')
    },
  }
}

function settle({ resolve, reject }: Waiting, { written, httpError, unavailable, error }: ThreadReply): void {
  if (written) resolve(written)
  else if (httpError) reject(new HttpError(...httpError))
  else if (unavailable !== undefined) reject(new StorageUnavailableError(unavailable))
  else reject(Object.assign(new Error(), error))
}
