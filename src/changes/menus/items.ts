import { HttpError } from '../../http/errors.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { readInstant } from '../../lib/time/timestamps.ts'
import type { ItemNode } from '../../menu/rows.ts'
import { buildItem } from '../../menu/tree.ts'
import { changeItem } from '../../menu/write/change-item.ts'
import { readRows } from '../../storage/chunks.ts'
import type { Statement } from '../../storage/database.ts'
import { authorizeAgain } from '../authorization.ts'
import { itemTreeQuery, type MenuAccessRow } from '../repository.ts'
import { FUTURE_TIME, type ItemPatch } from '../schema.ts'
import { type ChangeRequest, MENU_WRITER, type Written } from './change-request.ts'
import { checkPreconditions, readRevisionTag } from './preconditions.ts'

/**
 * The id of the menu that has an item and is granted to a key.
 * @throws {HttpError} 404 if there is none, 409 if there are several
 */
function menuOfItem([first, second]: readonly MenuAccessRow[]): string {
  const menuId = first?.menu_id ?? null
  if (menuId === null) throw new HttpError(404, 'Item not found')
  if (second !== undefined)
    throw new HttpError(409, 'Several menus have an item with this id: name the menu with ?menu=ID')
  return menuId
}

/** What a key needs to change an item. */
export const ITEM_RULES = { ...MENU_WRITER, targetOf: menuOfItem }

/**
 * Checks the time in a patch, which the schema cannot express.
 * @returns the time in UTC
 * @throws {HttpError} 400
 */
export function readStockReturn(
  { inStock, inStockAgainAt }: ItemPatch,
  clock: Clock,
): string | null | undefined {
  if (inStockAgainAt === undefined) return undefined
  if (inStock !== false) throw new HttpError(400, '/inStockAgainAt: must be sent with inStock: false')
  if (inStockAgainAt === null) return null
  const timeMs = Date.parse(readInstant(inStockAgainAt) ?? '')
  if (timeMs > clock()) return new Date(timeMs).toISOString()
  throw new HttpError(400, `/inStockAgainAt: must be ${FUTURE_TIME}`)
}

/** A request to change an item. */
export interface PatchRequest extends ChangeRequest {
  /** The menu of the item when the request arrived. */
  readonly menuId: string
  readonly itemId: string
  readonly patch: ItemPatch
  /** See `readStockReturn`. */
  readonly againAt: string | null | undefined
}

/**
 * Changes an item, if the key may still do so.
 * @returns JSON of the item with its child items, as `GET /v1/groups` shows it
 * @throws {HttpError} 401, 403, 404 or 409 if it may not; 412 if a precondition fails
 */
export function* patchItem(request: PatchRequest, clock: Clock): Generator<Statement, Written> {
  const { access, itemId, patch, againAt, nowMs } = request
  const { key, target: menuId } = yield* authorizeAgain(ITEM_RULES, access, clock)
  yield* checkPreconditions(menuId, request)
  const change = { ...patch, inStockAgainAt: againAt }
  yield* changeItem({ menuId, itemId }, change, { nowMs, keyId: key.id })
  const rows = yield* readRows<ItemNode>(itemTreeQuery(menuId, itemId))
  const item = buildItem(rows, itemId)
  if (item === undefined) throw new Error('An item was lost while it was changed.')
  return { json: JSON.stringify(item), tag: yield* readRevisionTag(menuId) }
}
