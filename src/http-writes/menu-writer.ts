import type { Clock } from '../clock.ts'
import type { Item } from '../menu/schema.ts'
import type { Query } from '../storage/database.ts'
import type { WriteQueue } from '../storage/write-queue.ts'
import { compileValidators, createAjv } from '../transfer/validators.ts'
import { parseJson } from './body.ts'
import { type PatchRequest, patchItem } from './items.ts'
import { type ReplaceRequest, readMenu, replaceMenu } from './menus.ts'
import type { Preconditions } from './preconditions.ts'
import type { MenuChanges } from './schema.ts'
import { createTurns } from './turns.ts'

/** What a change results in, and the ETag of its menu from then on. */
export interface Written<Result> {
  readonly result: Result
  readonly tag: string
}

/** What every request to change a menu says. */
export interface ChangeRequest extends Preconditions {
  /** The query that finds the key, and what it may change; see `admitAgain`. */
  readonly access: Query
  readonly nowMs: number
}

/**
 * Makes the changes of menus that HTTP requests ask for. Requests and results are plain data, so they can be sent to another
 * thread; errors are `HttpError` or errors of the storage.
 */
export interface MenuWriter {
  patchItem(request: PatchRequest): Promise<Written<Item>>
  replaceMenu(request: ReplaceRequest): Promise<Written<MenuChanges>>
  close(): Promise<void>
}

/** Creates a writer that works in this thread. A large menu stops the thread for about a second. */
export function createMenuWriter(queue: WriteQueue): MenuWriter {
  const inTurn = createTurns()
  let validators: ReturnType<typeof loadValidators> | undefined

  return {
    patchItem(request) {
      const clock = clockFrom(request.nowMs)
      return queue.write(() => patchItem(request, clock))
    },
    replaceMenu(request) {
      const clock = clockFrom(request.nowMs)
      return inTurn(request.keyId, async () => {
        validators ??= loadValidators()
        const wanted = readMenu(await validators, parseJson(Buffer.from(request.body)), request.menuId)
        return queue.write(() => replaceMenu(wanted, request, clock))
      })
    },
    close: async () => {},
  }
}

/** A clock that shows this time now. A request may wait, and its key expire meanwhile. */
function clockFrom(nowMs: number): Clock {
  const startMs = performance.now()
  return () => nowMs + performance.now() - startMs
}

/** The validators of import files, which stop at the first error. */
async function loadValidators() {
  return compileValidators(await createAjv({ allErrors: false }))
}
