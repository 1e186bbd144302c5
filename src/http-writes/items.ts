import type { Clock } from '../clock.ts'
import { HttpError } from '../http/errors.ts'
import type { ItemNode } from '../menu/rows.ts'
import type { Item } from '../menu/schema.ts'
import { buildItem } from '../menu/tree.ts'
import { changeItem, type ItemPlace } from '../menu/write/change-item.ts'
import type { Origin } from '../menu/write/change-log.ts'
import { readRows } from '../storage/chunks.ts'
import type { Statement } from '../storage/database.ts'
import { readInstant } from '../timestamps.ts'
import { findItemsOfGroup, type MenuAccessRow } from './repository.ts'
import { FUTURE_TIME, type ItemPatch } from './schema.ts'

/**
 * The id of the menu that has an item and is granted to a key.
 * @throws {HttpError} 404 if there is none, 409 if there are several
 */
export function menuOfItem([first, second]: readonly MenuAccessRow[]): string {
  const menuId = first?.menu_id ?? null
  if (menuId === null) throw new HttpError(404, 'Item not found')
  if (second !== undefined)
    throw new HttpError(409, 'Several menus have an item with this id: name the menu with ?menu=ID')
  return menuId
}

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

/**
 * Changes an item.
 * @param againAt see `readStockReturn`
 * @returns the item with its child items, as `GET /v1/groups` shows it
 */
export function* patchItem(
  place: ItemPlace,
  patch: ItemPatch,
  againAt: string | null | undefined,
  origin: Origin,
): Generator<Statement, Item> {
  const groupId = yield* changeItem(place, { ...patch, inStockAgainAt: againAt }, origin)
  const rows = yield* readRows<ItemNode>(findItemsOfGroup(place.menuId, groupId ?? ''))
  const item = buildItem(rows, place.itemId)
  if (item === undefined) throw new Error('An item was lost while it was changed.')
  return item
}
