import type { Clock } from '../../lib/time/clock.ts'
import { loadMenu } from '../../menu/write/queries/stored-menus.ts'
import { compareWithStored } from '../../menu/write/write-menus.ts'
import type { Database } from '../../storage/database.ts'
import type { WriteQueue } from '../../storage/jobs/write-queue.ts'
import { compileValidators, createAjv } from '../../transfer/validators.ts'
import { parseJson } from '../bodies/body.ts'
import { MAX_MENU_VALUES } from '../bodies/body-limits.ts'
import { createTurns, SMALL_CHANGES } from '../turns.ts'
import type { Written } from './change-request.ts'
import { type PatchRequest, patchItem } from './items.ts'
import {
  type ComparedMenu,
  type MenuInBody,
  type ReplaceRequest,
  readMenu,
  rejectLarge,
  replaceMenu,
  sizeQuery,
  tagOf,
} from './menus.ts'

/**
 * Each request has a body of up to 5 MiB. Between two of them, others get as much time as the first one took: this thread has the
 * same priority as the one that answers requests, because one with less would hold the lock of the database for longer.
 */
const REPLACEMENT_TURNS = { atOnce: 1, maxWaiting: 8, maxPauseMs: 1000 }

/**
 * Makes the changes of menus that HTTP requests ask for. Requests and results are plain data, so they can be sent to another
 * thread; errors are `HttpError` or errors of the storage.
 */
export interface MenuWriter {
  patchItem(request: PatchRequest): Promise<Written>
  /** @param onCompare called when the menu begins to be compared: a change of it would make that be done again */
  replaceMenu(request: ReplaceRequest, onCompare?: () => void): Promise<Written>
  close(): Promise<void>
}

/** Creates a writer that works in this thread. A large menu stops the thread for some tenths of a second. */
export function createMenuWriter(database: Database, queue: WriteQueue): MenuWriter {
  const patchInTurn = createTurns(SMALL_CHANGES)
  const replaceInTurn = createTurns(REPLACEMENT_TURNS)
  let validators: ReturnType<typeof loadValidators> | undefined

  /** Parses and checks a body. */
  async function read({ body, menuId }: ReplaceRequest): Promise<MenuInBody> {
    validators ??= loadValidators()
    const compiled = await validators
    return readMenu(compiled, parseJson(Buffer.from(body), MAX_MENU_VALUES), menuId)
  }

  async function replace(wanted: MenuInBody, request: ReplaceRequest, clock: Clock): Promise<Written> {
    const compared = await compare(wanted, request.menuId)
    const result = await queue.write(() => replaceMenu(compared, request, clock))
    return { json: JSON.stringify(result), tag: tagOf(wanted) }
  }

  /** Compares a menu with the stored one before the transaction, so that other menus can be changed meanwhile. */
  async function compare(wanted: MenuInBody, menuId: string): Promise<ComparedMenu> {
    const { sql, parameters = [] } = sizeQuery(menuId)
    rejectLarge(await database.all<{ nodes: number }>(sql, ...parameters))
    const stored = await loadMenu(database, menuId)
    const comparison = compareWithStored(stored, wanted)
    return { wanted, revision: stored?.menu.revision, comparison }
  }

  return {
    patchItem(request) {
      const clock = clockFrom(request.nowMs)
      return patchInTurn(request.keyId, () => queue.write(() => patchItem(request, clock)))
    },
    replaceMenu(request, onCompare) {
      const clock = clockFrom(request.nowMs)
      return replaceInTurn(request.keyId, async () => {
        const wanted = await read(request)
        onCompare?.()
        return replace(wanted, request, clock)
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
