import { loadValidators } from '../documents/validators.ts'
import { parseJson } from '../http/bodies/body.ts'
import { MAX_MENU_VALUES } from '../http/bodies/body-limits.ts'
import { createFairQueue, SMALL_CHANGE_LIMITS } from '../http/fair-queue.ts'
import { serviceUnavailable } from '../http/http-error.ts'
import type { Clock } from '../lib/time/clock.ts'
import { readMenuFromSnapshot } from '../menu/write/queries/stored-menus.ts'
import { compareWithStored } from '../menu/write/write-menus.ts'
import type { Database } from '../storage/database.ts'
import type { WriteQueue } from '../storage/write-queue.ts'
import type { ChangeResponse } from './change.ts'
import { contentHashOfMenu, requireMatch } from './if-match.ts'
import { type PatchRequest, patchItem, readItem } from './patch-item.ts'
import {
  type ComparedMenu,
  type ParsedMenu,
  parseMenu,
  type ReplaceRequest,
  replaceMenu,
  requireSmallMenu,
} from './replace-menu.ts'

/**
 * For replaced menus and large patches. After each change, the queue pauses for as long as the change took, so that the thread
 * that serves requests gets its share of the CPU.
 */
const LARGE_CHANGE_LIMITS = { maxRunning: 1, maxWaitingOfOwner: 8, maxPauseMs: 1000 }
/** How often a menu is compared before giving up, if others keep changing it meanwhile. */
const MAX_COMPARISONS = 5

/**
 * Makes the changes of menus that HTTP requests ask for. Requests and results are plain data, so they can be sent to another
 * thread; errors are `HttpError` or errors of the storage.
 */
export interface MenuWriter {
  patchItem(request: PatchRequest): Promise<ChangeResponse>
  replaceMenu(request: ReplaceRequest): Promise<ChangeResponse>
  close(): Promise<void>
}

/** Creates a writer that works in this thread. A large menu blocks the thread for some tenths of a second. */
export function createMenuWriter(database: Database, writeQueue: WriteQueue): MenuWriter {
  const enqueueSmall = createFairQueue(SMALL_CHANGE_LIMITS)
  const enqueueLarge = createFairQueue(LARGE_CHANGE_LIMITS)

  async function parse({ body, menuId }: ReplaceRequest): Promise<ParsedMenu> {
    const validators = await loadValidators({ allErrors: false })
    return parseMenu(validators, parseJson(Buffer.from(body), MAX_MENU_VALUES), menuId)
  }

  async function replace(wanted: ParsedMenu, request: ReplaceRequest, clock: Clock): Promise<ChangeResponse> {
    for (let comparisons = 0; comparisons < MAX_COMPARISONS; comparisons++) {
      const compared = await compare(wanted, request)
      const result = await writeQueue.write(() => replaceMenu(compared, request, clock))
      if (result) return { json: JSON.stringify(result), contentHash: contentHashOfMenu(wanted) }
    }
    throw serviceUnavailable()
  }

  /** Compares a menu with the stored one before the transaction, so that others can write meanwhile. */
  async function compare(wanted: ParsedMenu, request: ReplaceRequest): Promise<ComparedMenu> {
    await requireSmallMenu(database, request.menuId)
    const stored = await readMenuFromSnapshot(database, request.menuId)
    const comparison = compareWithStored(stored, wanted)
    requireMatch(request.ifMatch, stored)
    return { revision: stored?.menu.revision, comparison }
  }

  /** Reads the content for If-Match before the transaction, and the response after it, to keep the transaction short. */
  async function patch(request: PatchRequest, clock: Clock): Promise<ChangeResponse> {
    const stored = request.ifMatch && (await readMenuFromSnapshot(database, request.menuId))
    requireMatch(request.ifMatch, stored)
    const menuId = await writeQueue.write(() => patchItem(request, stored?.menu.revision, clock))
    return { json: await readItem(database, menuId, request.itemId) }
  }

  return {
    patchItem(request) {
      const clock = clockFrom(request.nowMs)
      const enqueue = request.isLarge ? enqueueLarge : enqueueSmall
      return enqueue(request.keyId, () => patch(request, clock))
    },
    replaceMenu(request) {
      const clock = clockFrom(request.nowMs)
      return enqueueLarge(request.keyId, async () => replace(await parse(request), request, clock))
    },
    close: async () => {},
  }
}

/** A clock that continues from this time. A request may wait, and its key may expire meanwhile. */
function clockFrom(nowMs: number): Clock {
  const startMs = performance.now()
  return () => nowMs + performance.now() - startMs
}
