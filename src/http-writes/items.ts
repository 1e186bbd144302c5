import type { Clock } from '../clock.ts'
import { HttpError } from '../http/errors.ts'
import type { ItemNode } from '../menu/rows.ts'
import type { Item } from '../menu/schema.ts'
import { buildItem } from '../menu/tree.ts'
import { changeItem } from '../menu/write/change-item.ts'
import { readRows } from '../storage/chunks.ts'
import type { Statement } from '../storage/database.ts'
import { readInstant } from '../timestamps.ts'
import type { Written } from './menu-writer.ts'
import { checkPreconditions, type Preconditions, readMenuTag } from './preconditions.ts'
import { findGrantedItem, findItemsOfGroup } from './repository.ts'
import { FUTURE_TIME, type ItemPatch } from './schema.ts'

export const itemNotFound = () => new HttpError(404, 'Item not found')

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

/** What a patch changes, and who changes it. */
export interface Patching extends Preconditions {
  readonly itemId: string
  readonly keyId: string
  readonly patch: ItemPatch
  /** See `readStockReturn`. */
  readonly againAt: string | null | undefined
  readonly nowMs: number
}

/**
 * Changes an item.
 * @returns the item with its child items, as `GET /v1/groups` shows it
 * @throws {HttpError} 404 if the item or its grant was deleted, or the key revoked, meanwhile; 412 if a precondition fails
 */
export function* patchItem(patching: Patching): Generator<Statement, Written<Item>> {
  const { itemId, keyId, patch, againAt, nowMs } = patching
  const [granted] = yield* readRows<{ menu_id: string }>(findGrantedItem(keyId, itemId))
  if (granted === undefined) throw itemNotFound()
  yield* checkPreconditions(granted.menu_id, patching)
  const groupId = yield* changeItem(itemId, { ...patch, inStockAgainAt: againAt }, { nowMs, keyId })
  const item = buildItem(yield* readRows<ItemNode>(findItemsOfGroup(groupId ?? '')), itemId)
  if (item === undefined) throw new Error('An item was lost while it was changed.')
  return { result: item, tag: yield* readMenuTag(granted.menu_id) }
}
