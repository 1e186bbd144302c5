import { compileValidators, createAjv } from '../documents/validators.ts'
import { parseJson } from '../http/bodies/body.ts'
import { MAX_MENU_VALUES } from '../http/bodies/body-limits.ts'
import { createFairQueue, SMALL_CHANGES } from '../http/fair-queue.ts'
import type { Clock } from '../lib/time/clock.ts'
import { loadMenu } from '../menu/write/queries/stored-menus.ts'
import { compareWithStored } from '../menu/write/write-menus.ts'
import type { Database } from '../storage/database.ts'
import type { WriteQueue } from '../storage/jobs/write-queue.ts'
import type { Written } from './change-request.ts'
import { contentEtag, requireMatch } from './if-match.ts'
import { type PatchRequest, patchItem, readItem } from './patch-item.ts'
import {
  type ComparedMenu,
  type MenuInBody,
  type ReplaceRequest,
  readMenu,
  rejectLarge,
  replaceMenu,
  sizeQuery,
} from './replace-menu.ts'

/**
 * A body has up to 5 MiB. After each replacement, there is a pause as long as the replacement took, so that the thread that
 * answers requests gets its share of the CPU. A thread of a lower priority would hold the database lock for longer.
 */
const QUEUE_OF_REPLACEMENTS = { atOnce: 1, maxWaiting: 8, maxPauseMs: 1000 }

/**
 * Makes the changes of menus that HTTP requests ask for. Requests and results are plain data, so they can be sent to another
 * thread; errors are `HttpError` or errors of the storage.
 */
export interface MenuWriter {
  patchItem(request: PatchRequest): Promise<Written>
  /** @param onCompare called before the menu is compared. A change of the menu after that call makes the comparison run again */
  replaceMenu(request: ReplaceRequest, onCompare?: () => void): Promise<Written>
  close(): Promise<void>
}

/** Creates a writer that works in this thread. A large menu blocks the thread for some tenths of a second. */
export function createMenuWriter(database: Database, queue: WriteQueue): MenuWriter {
  const enqueuePatch = createFairQueue(SMALL_CHANGES)
  const enqueueReplacement = createFairQueue(QUEUE_OF_REPLACEMENTS)
  let validators: ReturnType<typeof loadValidators> | undefined

  async function read({ body, menuId }: ReplaceRequest): Promise<MenuInBody> {
    validators ??= loadValidators()
    const compiled = await validators
    return readMenu(compiled, parseJson(Buffer.from(body), MAX_MENU_VALUES), menuId)
  }

  async function replace(wanted: MenuInBody, request: ReplaceRequest, clock: Clock): Promise<Written> {
    const compared = await compare(wanted, request)
    const result = await queue.write(() => replaceMenu(compared, request, clock))
    return { json: JSON.stringify(result), etag: contentEtag(wanted) }
  }

  /** Compares a menu with the stored one before the transaction, so that other menus can be changed meanwhile. */
  async function compare(wanted: MenuInBody, request: ReplaceRequest): Promise<ComparedMenu> {
    rejectLarge(await database.all<{ nodes: number }>(sizeQuery(request.menuId)))
    const stored = await loadMenu(database, request.menuId)
    const comparison = compareWithStored(stored, wanted)
    requireMatch(request.ifMatch, stored)
    return { wanted, revision: stored?.menu.revision, comparison }
  }

  /** Reads the content for If-Match before the transaction, and the response after it, to keep the transaction short. */
  async function patch(request: PatchRequest, clock: Clock): Promise<Written> {
    const stored = request.ifMatch && (await loadMenu(database, request.menuId))
    requireMatch(request.ifMatch, stored)
    const menuId = await queue.write(() => patchItem(request, stored?.menu.revision, clock))
    return { json: await readItem(database, menuId, request.itemId) }
  }

  return {
    patchItem(request) {
      const clock = clockFrom(request.nowMs)
      return enqueuePatch(request.keyId, () => patch(request, clock))
    },
    replaceMenu(request, onCompare) {
      const clock = clockFrom(request.nowMs)
      return enqueueReplacement(request.keyId, async () => {
        const wanted = await read(request)
        onCompare?.()
        return replace(wanted, request, clock)
      })
    },
    close: async () => {},
  }
}

/** A clock that continues from this time. A request may wait, and its key may expire meanwhile. */
function clockFrom(nowMs: number): Clock {
  const startMs = performance.now()
  return () => nowMs + performance.now() - startMs
}

/** The validators of import files, which stop at the first error. */
async function loadValidators() {
  return compileValidators(await createAjv({ allErrors: false }))
}
