import { authorizeAgain, type KeyAndTargetRow, requireTargetId } from '../auth/write-guard.ts'
import { readFutureTime } from '../http/bodies/future-time.ts'
import { HttpError } from '../http/http-error.ts'
import type { Clock } from '../lib/time/clock.ts'
import { isoTime } from '../lib/time/timestamps.ts'
import type { MenuRow } from '../menu/menu-rows.ts'
import { hasMoreNodes, menusQuery } from '../menu/queries.ts'
import { ITEM_NOT_FOUND } from '../menu/schema.ts'
import { buildItem } from '../menu/tree.ts'
import { changeItem, type ItemChange } from '../menu/write/change-item.ts'
import type { Database } from '../storage/database.ts'
import { read } from '../storage/statements.ts'
import { type ChangeRequest, MENU_WRITE_REQUIREMENT } from './change.ts'
import { menuHasChangedError } from './if-match.ts'
import { findChildItems, findItemTree } from './queries.ts'
import { type ItemPatch, RESTOCK_RULE } from './schema.ts'

/**
 * The id of the menu that has an item and is granted to a key.
 * @throws {HttpError} 404 if there is none, 409 if there are several
 */
function requireMenuOfItem(rows: readonly KeyAndTargetRow[]): string {
  const menuId = requireTargetId(ITEM_NOT_FOUND)(rows)
  if (rows.length > 1)
    throw new HttpError(409, 'Several menus have an item with this id: name the menu with ?menu=ID')
  return menuId
}

export const PATCH_ITEM_REQUIREMENT = { ...MENU_WRITE_REQUIREMENT, requireTarget: requireMenuOfItem }

/** Converts a patch to a change, whose time is in UTC. @throws {HttpError} 400 if the time breaks a rule that the schema cannot express */
export function toItemChange(patch: ItemPatch, clock: Clock): ItemChange {
  return { ...patch, inStockAgainAt: readRestockAt(patch, clock) }
}

function readRestockAt({ inStock, inStockAgainAt }: ItemPatch, clock: Clock): string | null | undefined {
  if (inStockAgainAt === undefined) return undefined
  if (inStock !== false) throw new HttpError(400, '/inStockAgainAt: must be sent with inStock: false')
  if (inStockAgainAt === null) return null
  const period = { nowMs: clock(), mustBe: RESTOCK_RULE }
  return isoTime(readFutureTime('inStockAgainAt', inStockAgainAt, period))
}

export interface PatchRequest extends ChangeRequest {
  /** The menu of the item when the request arrived. */
  readonly menuId: string
  readonly itemId: string
  readonly change: ItemChange
  /** Whether it takes its turn with replaced menus; see `isLargePatch`. */
  readonly isLarge?: boolean
}

/** Reading more groups and items than this takes longer than most changes do. */
const FEW_NODES = 500

/** Whether a patch, for If-Match or for its response, reads so much that small patches must not wait for it. */
export async function isLargePatch(database: Database, request: PatchRequest): Promise<boolean> {
  if (request.ifMatch && (await hasMoreNodes(database, request.menuId, FEW_NODES))) return true
  return isLargeItem(database, request)
}

async function isLargeItem(database: Database, { menuId, itemId }: PatchRequest): Promise<boolean> {
  let parents = [itemId]
  for (let left = FEW_NODES; left >= 0; left -= parents.length) {
    const children = await findChildItems(database, menuId, parents, left + 1)
    if (children.length === 0) return false
    parents = children.map(({ id }) => id)
  }
  return true
}

/**
 * Changes an item, if the key may still do so.
 * @param revision the revision of the menu whose content `If-Match` lists; undefined without `If-Match`
 * @returns the menu of the item
 * @throws {HttpError} 401, 403, 404 or 409 if it may not; 412 if the menu has another revision
 */
export function* patchItem(request: PatchRequest, revision: string | undefined, clock: Clock) {
  const { authorizationQuery, itemId, change, nowMs } = request
  const { key, target: menuId } = yield* authorizeAgain(PATCH_ITEM_REQUIREMENT, authorizationQuery, clock)
  if (revision !== undefined) {
    const [menu] = yield* read<MenuRow>(menusQuery([menuId]))
    if (menu?.revision !== revision) throw menuHasChangedError()
  }
  yield* changeItem({ menuId, itemId }, change, { nowMs, keyId: key.id })
  return menuId
}

/**
 * Reads the JSON of an item with its child items, as in `GET /v1/groups`. It may contain later changes.
 * @throws {HttpError} 404 if the item was removed after it was changed
 */
export async function readItem(database: Database, menuId: string, itemId: string): Promise<string> {
  const item = buildItem(await findItemTree(database, menuId, itemId), itemId)
  if (item === undefined) throw new HttpError(404, ITEM_NOT_FOUND)
  return JSON.stringify(item)
}
