import type { Item } from '../menu/schema.ts'
import type { WriteQueue } from '../storage/write-queue.ts'
import { compileValidators, createAjv } from '../transfer/validators.ts'
import { parseJson } from './body.ts'
import { type Patching, patchItem } from './items.ts'
import { type Replacing, readMenu, replaceMenu } from './menus.ts'
import type { MenuChanges } from './schema.ts'
import { createTurns } from './turns.ts'

/** What a change results in, and the ETag of its menu from then on. */
export interface Written<Result> {
  readonly result: Result
  readonly tag: string
}

/** A request to replace a menu. Its body is not parsed yet. */
export interface ReplaceRequest extends Omit<Replacing, 'wanted'> {
  readonly menuId: string
  readonly body: Uint8Array
}

/**
 * Makes the changes of menus that HTTP requests ask for. Requests and results are plain data, so they can be sent to another
 * thread; errors are `HttpError` or errors of the storage.
 */
export interface MenuWriter {
  patchItem(request: Patching): Promise<Written<Item>>
  replaceMenu(request: ReplaceRequest): Promise<Written<MenuChanges>>
  close(): Promise<void>
}

/** Creates a writer that works in this thread. A large menu stops the thread for about a second. */
export function createMenuWriter(queue: WriteQueue): MenuWriter {
  const inTurn = createTurns()
  let validators: ReturnType<typeof loadValidators> | undefined

  return {
    patchItem: (request) => queue.write(() => patchItem(request)),
    replaceMenu: ({ body, menuId, ...request }) =>
      inTurn(request.keyId, async () => {
        validators ??= loadValidators()
        const wanted = readMenu(await validators, parseJson(Buffer.from(body)), menuId)
        return queue.write(() => replaceMenu({ ...request, wanted }))
      }),
    close: async () => {},
  }
}

/** The validators of import files, which stop at the first error. */
async function loadValidators() {
  return compileValidators(await createAjv({ allErrors: false }))
}
