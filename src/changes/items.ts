import type { Clock } from '../clock.ts'
import { HttpError } from '../http/errors.ts'
import type { Item } from '../menu/schema.ts'
import { buildItem, type ItemNode } from '../menu/tree.ts'
import { readRows } from '../storage/chunks.ts'
import type { Statement } from '../storage/database.ts'
import { readInstant } from '../timestamps.ts'
import { changedFields, type FieldChange } from '../transfer/write/changes.ts'
import { logChanges } from './change-log.ts'
import { findGrantedItem, findItemsOfGroup, type PatchableItem, updateItem } from './repository.ts'
import { FUTURE_TIME, type ItemPatch } from './schema.ts'
import { setStockReturn } from './stock-returns.ts'

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
export interface Patching {
  readonly itemId: string
  readonly keyId: string
  readonly patch: ItemPatch
  /** See `readStockReturn`. */
  readonly againAt: string | null | undefined
  readonly nowMs: number
}

/**
 * Changes an item. What is equal is not written, so a patch that changes nothing gives no new revision.
 * @returns the item with its child items, as `GET /v1/groups` shows it
 * @throws {HttpError} 404 if the item or its grant was deleted, or the key revoked, meanwhile
 */
export function* patchItem({ itemId, keyId, patch, againAt, nowMs }: Patching): Generator<Statement, Item> {
  const [before] = yield* readRows<PatchableItem>(findGrantedItem(keyId, itemId))
  if (before === undefined) throw itemNotFound()
  const after = patched(before, patch, againAt)
  const fields = changedFields(toFields(before), toFields(after), FIELDS)
  if (fields.some(({ field }) => field !== 'inStockAgainAt')) yield updateItem(itemId, after)
  if (after.again_at !== before.again_at) yield setStockReturn(itemId, after.again_at)
  const { name } = after
  const toLine = (change: FieldChange) =>
    ({ action: 'changed', kind: 'item', id: itemId, name, ...change }) as const
  yield* logChanges(fields.map(toLine), keyId, nowMs)
  const item = buildItem(yield* readRows<ItemNode>(findItemsOfGroup(before.group_id)), itemId)
  if (item === undefined) throw new Error('An item was lost while it was changed.')
  return item
}

function patched(item: PatchableItem, patch: ItemPatch, againAt: string | null | undefined): PatchableItem {
  const { inStock = item.in_stock === 1, tags } = patch
  return {
    ...item,
    name: patch.name ?? item.name,
    description: patch.description === undefined ? item.description : patch.description,
    price: patch.price === undefined ? item.price : patch.price,
    calories: patch.calories === undefined ? item.calories : patch.calories,
    tags: tags === undefined ? item.tags : JSON.stringify(tags),
    in_stock: inStock ? 1 : 0,
    again_at: inStock ? null : againAt === undefined ? item.again_at : againAt,
  }
}

const FIELDS = ['name', 'description', 'price', 'calories', 'tags', 'inStock', 'inStockAgainAt'] as const

function toFields({ name, description, price, calories, tags, in_stock, again_at }: PatchableItem) {
  const list: unknown = JSON.parse(tags)
  return { name, description, price, calories, tags: list, inStock: in_stock === 1, inStockAgainAt: again_at }
}
