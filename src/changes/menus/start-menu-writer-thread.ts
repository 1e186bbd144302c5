import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { HttpError } from '../../http/errors.ts'
import { inPackage } from '../../lib/package.ts'
import { StorageUnavailableError } from '../../storage/database.ts'
import type { Written } from './change-request.ts'
import type { PatchRequest } from './items.ts'
import type { MenuWriter } from './menu-writer.ts'
import type { ReplaceRequest } from './menus.ts'

const THREAD = inPackage('dist/bundle/menu-writer-thread.js')

export interface ThreadRequest {
  readonly id: number
  readonly work: PatchRequest | ReplaceRequest
}

/** Exactly one of the results, or that the menu begins to be compared. */
export interface ThreadReply {
  readonly id: number
  readonly isComparing?: true
  readonly written?: Written
  readonly httpError?: ConstructorParameters<typeof HttpError>
  readonly unavailable?: string
  readonly error?: { readonly message: string; readonly stack: string | undefined }
}

interface Waiting {
  readonly onCompare: () => void
  readonly resolve: (written: Written) => void
  readonly reject: (error: unknown) => void
}

/**
 * Creates a writer that works in threads of its own: one for items and one for menus, so that a changed item does not wait while a
 * large menu is parsed and compared.
 * @param databaseUrl of a database that is not in memory
 */
export function createThreadedMenuWriter(databaseUrl: string): MenuWriter {
  const [items, menus] = [createThread(databaseUrl), createThread(databaseUrl)]
  /** The menu that is being compared and replaced. */
  let replaced: { readonly menuId: string; readonly end: Promise<unknown> } | undefined

  return {
    async patchItem(request) {
      if (replaced?.menuId === request.menuId) await replaced.end
      return items.send(request)
    },
    replaceMenu(request) {
      const written = menus.send(request, () => {
        replaced = {
          menuId: request.menuId,
          end: written.catch(() => {}).finally(() => (replaced = undefined)),
        }
      })
      return written
    },
    close: async () => void (await Promise.all([items.close(), menus.close()])),
  }
}

/** A thread that starts with the first change. If it fails, so do the changes that it was given, and the next one starts another. */
function createThread(databaseUrl: string) {
  let thread: ReturnType<typeof startThread> | undefined
  return {
    send(work: PatchRequest | ReplaceRequest, onCompare = () => {}): Promise<Written> {
      thread ??= startThread(databaseUrl, () => {
        thread = undefined
      })
      return thread.send(work, onCompare)
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
    if (reply.isComparing) return request?.onCompare()
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
    send(work: PatchRequest | ReplaceRequest, onCompare: () => void): Promise<Written> {
      const request: ThreadRequest = { id: ++lastId, work }
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { onCompare, resolve, reject })
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
